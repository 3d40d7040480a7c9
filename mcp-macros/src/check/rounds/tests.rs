//! How often a body is told that what it waits for runs again.

use proc_macro2::TokenStream;
use quote::quote;

/// Bodies, each behind the number of mistakes in it. `ASK` asks.
fn check(bodies: &[(usize, &str)]) {
    for (expected, body) in bodies {
        let ask = "cx.elicit::<Confirmed>(\"Sure?\").await";
        let body: TokenStream = body.replace("ASK", ask).parse().unwrap();
        let handler = quote!(async fn order(cx: &Context, n: u8) -> Result<(), Error> { #body });
        let expansion = crate::tool::expand(TokenStream::new(), &handler).to_string();
        let problems: Vec<_> = expansion.matches("compile_error !").collect();
        assert_eq!(problems.len(), *expected, "{body}\n{expansion}");
    }
}

#[test]
fn statements_follow_each_other() {
    check(&[
        (0, "a().await;"),
        (0, "ASK; a().await;"),
        (1, "a().await; ASK;"),
        (1, "let x = a().await?; ASK;"),
        (1, "a(b().await).await; ASK;"),
        (2, "a().await; b().await; ASK; c().await;"),
        (1, "a().await; #[roots] let roots: Vec<Root>;"),
        (0, "#[repeat] a().await; ASK;"),
        (0, "#[step] let x = a().await; ASK;"),
        (0, "#[step(key = \"x\")] if a().await { b().await } ASK;"),
        (1, "let x = (1, [a().await], S { x: 1 }); ASK;"),
        (1, "x[a().await] = -(b as u8); ASK;"),
        (1, "x = a().await; ASK;"),
        (1, "let Some(x) = a().await else { return Ok(()) }; ASK;"),
        (1, "let Some(x) = y else { a().await; ASK; return Ok(()) };"),
        (0, "let Some(x) = y else { return a().await }; ASK;"),
        (1, "x && a().await && ASK;"),
        (0, "ASK && a().await;"),
    ]);
}

#[test]
fn branches_lead_somewhere_or_leave() {
    check(&[
        (1, "if a().await { ASK; }"),
        (1, "if n == 1 { a().await; } ASK;"),
        (0, "if n == 1 { a().await; } else { ASK; }"),
        (0, "if n == 1 { a().await; return Ok(()) } ASK;"),
        (0, "if n == 1 { return a().await; } ASK;"),
        (0, "if n == 1 { a().await; panic!(\"over\") } ASK;"),
        (1, "if let Some(x) = a().await && x { ASK; }"),
        (1, "match a().await { _ => ASK }"),
        (1, "match n { 1 => { a().await; } _ => {} } ASK;"),
        (0, "match n { 1 => a().await, _ => ASK }"),
        (1, "match n { 1 if a().await => {} 2 => { ASK; } _ => {} }"),
        (1, "{ { a().await } } ASK;"),
        (1, "unsafe { a().await } ASK;"),
        (0, "'a: { if n == 1 { a().await; break 'a; } ASK; }"),
        (1, "'a: { if n == 1 { a().await; break 'a; } b().await; return Ok(()) } ASK;"),
    ]);
}

#[test]
fn loops_come_round_again() {
    check(&[
        (1, "loop { ASK; a().await; }"),
        (1, "loop { a().await; ASK; }"),
        (0, "loop { ASK; break; } a().await;"),
        (0, "loop { ASK; a().await; break; }"),
        (0, "loop { a().await; } ASK;"),
        (1, "loop { if n == 1 { break } a().await; } ASK;"),
        (1, "while a().await { ASK; }"),
        (1, "while n == 1 { a().await; } ASK;"),
        (1, "for x in a().await { ASK; }"),
        (1, "for x in y { if x { continue } a().await; ASK; }"),
        (1, "for x in y { ASK; if x { a().await; continue; } return Ok(()) }"),
        (0, "for x in y { ASK; for z in x { a().await; } return Ok(()) }"),
        (1, "for x in y { ASK; for z in x { a().await; } }"),
        (1, "'a: loop { ASK; loop { a().await; continue 'a; } }"),
        (0, "'a: loop { ASK; loop { a().await; break 'a; } }"),
        (1, "let x = loop { break a().await; }; ASK;"),
    ]);
}

#[test]
fn what_is_given_the_call_asks() {
    check(&[
        (0, "helper(cx).await; helper(&cx.scope(\"a\")).await;"),
        (1, "a().await; helper(cx).await;"),
        (1, "a().await; helper(&cx.scope(\"a\")).await;"),
        (1, "a().await; shop.buy(1, cx).await;"),
        (1, "a().await; Flow { cx }.run().await;"),
        (1, "a().await; cx.wait_until(|| x, y).await;"),
        (1, "a().await; timeout(d, cx.elicit::<T>(m)).await;"),
        (1, "let c = cx; a().await; helper(c).await;"),
        (1, "let c = cx.scope(\"a\"); a().await; c.roots().await;"),
        (1, "let ask = cx.roots(); a().await; ask.await;"),
        (0, "let name = name_of(cx); a(&name).await;"),
        (1, "let name = name_of(cx); a(&name).await; ASK;"),
        (1, "let h = Helper { cx }; a().await; h.ask().await;"),
        (0, "let h = Helper { cx }; h.ask().await; ASK;"),
        (1, "let h = Helper { cx }; a().await; h.cx.elicit::<T>(m).await;"),
        (1, "let ask = |m: &str| cx.elicit::<T>(m); a().await; ask(x).await;"),
        (1, "let confirm = async |m: &str| cx.elicit::<T>(m).await; a().await; confirm(x).await;"),
        (1, "let (c, _) = (cx, 1); a().await; c.elicit::<T>(m).await;"),
        (1, "if let Some(c) = Some(cx) { a().await; c.elicit::<T>(m).await; }"),
        (1, "let all = y.map(|i| cx.elicit::<T>(i)); a().await; for f in all { f.await; }"),
        (0, "if let Some(x) = cx.elicit::<T>(m).await { a(x).await; }"),
        (0, "helper(cx.now()).await; b(cx.idempotency_key(\"x\"), cx.state::<S>()).await;"),
        (1, "helper(cx.now()).await; ASK;"),
        (0, "cx.cancelled().await; cx.step(\"x\", a()).await?; ASK;"),
        (0, "cx.step_whole(\"x\", helper(cx)).await;"),
        (0, "a().await; cx.step(\"x\", b()).await; cx.scope(\"a\").step(\"x\", b()).await;"),
        (0, "let step = cx.step(\"x\", b()); step.await; ASK;"),
        (1, "helper(cx, a().await).await;"),
        (0, "a(ASK).await;"),
    ]);
}

#[test]
fn other_bodies_belong_to_what_waits_for_them() {
    check(&[
        (0, "let f = async { a().await }; ASK;"),
        (0, "spawn(async move { a().await }); ASK;"),
        (1, "let f = async { a().await }; f.await; ASK;"),
        (1, "async { a().await }.await; ASK;"),
        (0, "async { ASK; a().await }.await;"),
        (1, "async { a().await; ASK }.await;"),
        (1, "async { ASK; a().await }.await; ASK;"),
        (1, "async { if x { return a().await } ASK }.await; ASK;"),
        (0, "let f = || async { a().await }; ASK;"),
        (0, "fn inner() { a().await; } ASK;"),
        (1, "timeout(d, async { a().await; ASK }).await;"),
    ]);
}

#[test]
fn macros_wait_too() {
    check(&[
        (1, "println!(\"{}\", a().await); ASK;"),
        (0, "println!(\"{}\", ASK);"),
        (1, "let x = vec![a().await; 2]; ASK;"),
        (1, "odd!(a => b.await); ASK;"),
        (0, "odd!(a => cx.b().await); ASK;"),
        (1, "tokio::join!(a(), b()); ASK;"),
        (0, "tokio::join!(a(), b());"),
        (1, "tokio::join!(a(), cx.roots());"),
        (0, "tokio::join!(helper(cx), cx.roots(), cx.step(\"x\", a()));"),
        (0, "tokio::join!(cx.step(\"x\", a()), cx.step(\"y\", a()));"),
        (1, "a().await; futures::try_join!(helper(cx), cx.roots())?;"),
        (1, "join!(async { a().await; ASK }, helper(cx));"),
        (1, "tokio::select! { _ = a() => {} } ASK;"),
        (1, "tokio::select! { biased; _ = a() => {} x = cx.roots(), if n == 1 => x, else => {} }"),
        (1, "tokio::select! { x = helper(cx) => { a().await; ASK; } }"),
        (1, "tokio::select! { x = helper(cx), if a().await => {} }"),
        (0, "tokio::select! { x = helper(cx) => { a().await; } }"),
        (1, "a().await; tokio::select! { x = helper(cx) => {} }"),
        (0, "#[repeat] tokio::select! { _ = a() => b().await } ASK;"),
    ]);
}

#[test]
fn deep_nesting_is_walked_in_no_time() {
    let depth = 40;
    let body = format!("{} a().await; ASK; {}", "loop { ".repeat(depth), "}".repeat(depth));
    check(&[(1, &body)]);
}
