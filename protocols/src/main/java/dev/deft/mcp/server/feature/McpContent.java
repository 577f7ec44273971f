package dev.deft.mcp.server.feature;

import dev.deft.host.Bytes;
import dev.deft.json.Json;
import java.util.Base64;

/// Blocks of content, as results of tools and messages of prompts have them.
public final class McpContent {

    private McpContent() {}

    public static Json.Obj text(String text) {
        return Json.Obj.EMPTY.with("type", "text").with("text", text);
    }

    /// A picture.
    ///
    /// @param mimeType such as `image/png`
    public static Json.Obj image(String mimeType, Bytes content) {
        return media("image", mimeType, content);
    }

    /// A sound.
    ///
    /// @param mimeType such as `audio/wav`
    public static Json.Obj audio(String mimeType, Bytes content) {
        return media("audio", mimeType, content);
    }

    private static Json.Obj media(String type, String mimeType, Bytes content) {
        return Json.Obj.EMPTY
                .with("type", type)
                .with("data", base64(content))
                .with("mimeType", mimeType);
    }

    /// A resource with its content.
    public static Json.Obj resource(ResourceContent content) {
        return Json.Obj.EMPTY.with("type", "resource").with("resource", content.json());
    }

    /// A resource that the client may read.
    public static Json.Obj link(ResourceEntry resource) {
        return Json.Obj.EMPTY.with("type", "resource_link").withAll(resource.json());
    }

    static String base64(Bytes content) {
        return Base64.getEncoder().encodeToString(content.toArray());
    }
}
