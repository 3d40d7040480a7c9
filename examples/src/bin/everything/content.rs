//! What a result may hold: text, pictures, sounds, resources, failures.

use mcp_runtime::prelude::*;
use mcp_runtime::protocol::content::ResourceContents;

/// One red pixel.
const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\
    \0\0\0\x0cIDATx\xdac\xf8\xcf\xc0\0\0\x03\x01\x01\0\xf7\x03AC\0\0\0\0IEND\xaeB`\x82";

/// A millisecond of silence.
const WAV: &[u8] = b"RIFF,\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0@\x1f\0\0@\x1f\0\0\x01\0\x08\0\
    data\x08\0\0\0\x80\x80\x80\x80\x80\x80\x80\x80";

/// Gives back text.
#[mcp_tool(read_only)]
async fn test_simple_text() -> &'static str {
    "This is a simple text response for testing."
}

/// Gives back a picture.
#[mcp_tool(read_only)]
async fn test_image_content() -> Content {
    Content::image(PNG, "image/png")
}

/// Gives back a sound.
#[mcp_tool(read_only)]
async fn test_audio_content() -> Content {
    Content::audio(WAV, "audio/wav")
}

/// Gives back a resource with its contents.
#[mcp_tool(read_only)]
async fn test_embedded_resource() -> Content {
    Content::resource(ResourceContents::text(
        "test://embedded-resource",
        "text/plain",
        "This is an embedded resource content.",
    ))
}

/// Gives back text, a picture and a resource at once.
#[mcp_tool(read_only)]
async fn test_multiple_content_types() -> Vec<Content> {
    let resource = ResourceContents::text(
        "test://mixed-content-resource",
        "application/json",
        r#"{"test":"data","value":123}"#,
    );
    vec![
        Content::text("Multiple content types test:"),
        Content::image(PNG, "image/png"),
        Content::resource(resource),
    ]
}

/// Fails in a way that the model can read.
#[mcp_tool(read_only)]
async fn test_error_handling() -> Result<String, &'static str> {
    Err("This tool intentionally returns an error for testing")
}
