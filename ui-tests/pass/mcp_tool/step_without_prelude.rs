//! Steps where nothing of the standard prelude is in scope, and the runtime has another name.
#![no_implicit_prelude]

extern crate mcp_runtime as renamed;

#[renamed::mcp_tool(crate = ::renamed)]
async fn order() -> ::std::result::Result<::std::string::String, ::std::fmt::Error> {
    #[step]
    let one = ::std::string::String::new();
    #[step]
    let two: ::std::string::String = ::std::result::Result::<_, ::std::fmt::Error>::Ok(one)?;
    #[step(whole)]
    let three: u8 = ::std::convert::identity(3);
    let _ = three;
    ::std::result::Result::Ok(two)
}

fn main() {
    let _: ::renamed::Tool = order();
}
