//! A pattern that does not compile is found when a server is built, without any answer to the form.

use mcp_runtime::__private::form::FormRegistration;
use mcp_runtime::form::Elicit;

#[derive(Elicit)]
#[expect(dead_code, reason = "only the form is looked at")]
struct Code {
    #[elicit(pattern = "(")]
    code: String,
}

fn main() {
    let broken: Vec<_> = FormRegistration::all().filter(|form| form.defect().is_some()).collect();
    assert_eq!(broken.len(), 1);
    assert!(broken[0].name().ends_with("::Code"));
    assert!(broken[0].defect().unwrap().to_string().starts_with("the pattern of field `code`"));
    assert!(Code::form().check(None).is_err());
}
