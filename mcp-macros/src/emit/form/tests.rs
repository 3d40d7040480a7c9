//! What the derive expands to.
#![expect(clippy::needless_raw_string_hashes, reason = "`UPDATE_EXPECT=1` writes them")]

use expect_test::{Expect, expect};
use proc_macro2::TokenStream;
use quote::quote;

#[expect(clippy::needless_pass_by_value, reason = "reads as one call with its two halves")]
fn check(input: TokenStream, expansion: Expect) {
    let input = syn::parse2(input).unwrap();
    let file = syn::parse2(crate::elicit::derive(&input)).unwrap();
    expansion.assert_eq(&prettyplease::unparse(&file));
}

#[test]
fn a_struct_is_a_constant_for_each_field_and_a_reader() {
    check(
        quote! {
            struct Order {
                /// How large
                /// it should be
                size: Size,
                #[elicit(minimum = 1, maximum = 3, default = 2)]
                qty: u8,
            }
        },
        expect![[r##"
            #[allow(non_upper_case_globals)]
            const _: () = {
                const __field_size: ::mcp_runtime::__private::form::FieldOf<Size> = ::mcp_runtime::__private::form::field::<
                    Size,
                >("size")
                    .described("How large it should be");
                const __field_qty: ::mcp_runtime::__private::form::FieldOf<u8> = {
                    let field = ::mcp_runtime::__private::form::field::<u8>("qty");
                    let field = field.minimum(1);
                    let field = field.maximum(3);
                    let field = field.or_integer(2);
                    field
                };
                static __FORM: ::mcp_runtime::__private::form::LazyForm = ::mcp_runtime::__private::form::LazyForm::new(||
                ::mcp_runtime::__private::form::derived([
                    __field_size.describe(),
                    __field_qty.describe(),
                ]));
                #[automatically_derived]
                impl ::mcp_runtime::__private::form::Elicit for Order {
                    fn form() -> &'static ::mcp_runtime::__private::form::Form {
                        &__FORM
                    }
                    fn read(
                        answer: &::mcp_runtime::__private::form::Checked<'_>,
                    ) -> ::core::result::Result<
                        ::mcp_runtime::__private::form::Read<Self>,
                        ::mcp_runtime::__private::form::FormProblems,
                    > {
                        let mut reader = ::mcp_runtime::__private::form::Reader::new(answer);
                        let __value_size = reader.take(&__field_size);
                        let __value_qty = reader.take(&__field_qty);
                        let (
                            ::core::option::Option::Some(__value_size),
                            ::core::option::Option::Some(__value_qty),
                        ) = (__value_size, __value_qty) else {
                            return reader.refuse();
                        };
                        ::core::result::Result::Ok(
                            ::mcp_runtime::__private::form::Read::Value(Self {
                                size: __value_size,
                                qty: __value_qty,
                            }),
                        )
                    }
                }
            };
        "##]],
    );
}

#[test]
fn an_enum_is_its_options() {
    check(
        quote! {
            #[serde(rename_all = "kebab-case")]
            enum Size {
                Small,
                #[elicit(title = "Rather large", rename = "xl")]
                ExtraLarge,
            }
        },
        expect![[r##"
            #[automatically_derived]
            #[allow(deprecated)]
            impl ::mcp_runtime::__private::form::Choice for Size {
                const OPTIONS: &'static [::mcp_runtime::__private::form::ChoiceOption] = &[
                    ::mcp_runtime::__private::form::ChoiceOption::new("small").titled("Small"),
                    ::mcp_runtime::__private::form::ChoiceOption::new("xl").titled("Rather large"),
                ];
                fn from_name(name: &str) -> ::core::option::Option<Self> {
                    match name {
                        "small" => ::core::option::Option::Some(Self::Small),
                        "xl" => ::core::option::Option::Some(Self::ExtraLarge),
                        _ => ::core::option::Option::None,
                    }
                }
                fn to_name(&self) -> &'static str {
                    match self {
                        Self::Small => "small",
                        Self::ExtraLarge => "xl",
                    }
                }
            }
        "##]],
    );
}

#[test]
fn what_only_running_code_can_judge_is_registered() {
    check(
        quote! {
            #[elicit(crate = renamed)]
            struct Code {
                #[elicit(default = Size::Small)]
                r#type: Option<Size>,
            }
        },
        expect![[r##"
            #[allow(non_upper_case_globals)]
            const _: () = {
                const __field_type: renamed::__private::form::FieldOf<Option<Size>> = {
                    let field = renamed::__private::form::field::<Option<Size>>("type");
                    let field = field
                        .or(|| renamed::__private::form::computed::<Option<Size>>(Size::Small));
                    field
                };
                static __FORM: renamed::__private::form::LazyForm = renamed::__private::form::LazyForm::new(||
                renamed::__private::form::derived([__field_type.describe()]));
                #[automatically_derived]
                impl renamed::__private::form::Elicit for Code {
                    fn form() -> &'static renamed::__private::form::Form {
                        &__FORM
                    }
                    fn read(
                        answer: &renamed::__private::form::Checked<'_>,
                    ) -> ::core::result::Result<
                        renamed::__private::form::Read<Self>,
                        renamed::__private::form::FormProblems,
                    > {
                        let mut reader = renamed::__private::form::Reader::new(answer);
                        let __value_type = reader.take(&__field_type);
                        let (::core::option::Option::Some(__value_type),) = (__value_type,) else {
                            return reader.refuse();
                        };
                        ::core::result::Result::Ok(
                            renamed::__private::form::Read::Value(Self { r#type: __value_type }),
                        )
                    }
                }
            };
            renamed::__private::inventory::submit! {
                renamed::__private::form::FormRegistration::of:: < Code >
                (::core::concat!(::core::module_path!(), "::Code"))
            }
        "##]],
    );
}

#[test]
fn beside_errors_the_type_is_still_a_form() {
    check(
        quote! {
            struct Login { password: String }
        },
        expect![[r#"
            ::core::compile_error! {
                "`password` sounds like a secret, which a form must not ask for\nhelp: ask for it on a page, with `#[elicit(url = \"…\")]`; if it is no secret, mark it `#[elicit(not_secret)]`"
            }
            const _: ::mcp_runtime::__private::form::FieldOf<String> = ::mcp_runtime::__private::form::field::<
                String,
            >("");
            #[automatically_derived]
            impl ::mcp_runtime::__private::form::Elicit for Login {
                fn form() -> &'static ::mcp_runtime::__private::form::Form {
                    ::core::unimplemented!()
                }
                fn read(
                    _: &::mcp_runtime::__private::form::Checked<'_>,
                ) -> ::core::result::Result<
                    ::mcp_runtime::__private::form::Read<Self>,
                    ::mcp_runtime::__private::form::FormProblems,
                > {
                    ::core::unimplemented!()
                }
            }
        "#]],
    );
}
