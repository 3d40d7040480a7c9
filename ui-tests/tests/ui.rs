//! Every case in `pass/` compiles and runs; every case in `fail/` says what its `.stderr` says.

#[test]
fn ui() {
    let t = trybuild::TestCases::new();
    t.compile_fail("fail/*/*.rs");
    t.pass("pass/*/*.rs");
}
