//! Schemas of arguments that say more than types do.

use mcp_runtime::prelude::*;
use serde_json::{Value, json};

/// Takes an argument that travels in a header too.
#[mcp_tool(read_only)]
async fn test_custom_header(
    /// Also sent as `Mcp-Param-Value`
    #[arg(header = "Value")]
    value: String,
) -> String {
    format!("The value is {value}")
}

/// A tool whose schema is written by hand, and listed as it is.
pub(crate) fn every_keyword() -> Tool {
    Tool::new("json_schema_2020_12_tool")
        .description("Has keywords of JSON Schema 2020-12 in its input schema.")
        .read_only(true)
        .input_schema(contact())
        .handler(|_, arguments: Value| Box::pin(async move { format!("Got {arguments}") }))
}

fn contact() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
            }
        },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" }
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": {
            "properties": { "contactMethod": { "const": "phone" } },
            "required": ["contactMethod"]
        },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false
    })
}
