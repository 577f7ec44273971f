package dev.deft.acp;

import dev.deft.host.Bytes;
import dev.deft.json.Json;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// Blocks of content as the protocol writes them.
final class ContentBlocks {

    private static final int SHORTEST_FENCE = 3;

    private ContentBlocks() {}

    static Json.Obj text(String text) {
        return Json.Obj.EMPTY.with("type", "text").with("text", text);
    }

    static Json.Obj image(String mimeType, Bytes content) {
        return Json.Obj.EMPTY
                .with("type", "image")
                .with("data", Base64.getEncoder().encodeToString(content.toArray()))
                .with("mimeType", mimeType);
    }

    static Json.Obj link(Path file, String mimeType) {
        return Json.Obj.EMPTY
                .with("type", "resource_link")
                .with("name", String.valueOf(file.getFileName()))
                .with("uri", file.toUri().toString())
                .with("mimeType", mimeType);
    }

    /// The content of a tool call.
    static Json.Obj ofCall(Json.Obj block) {
        return Json.Obj.EMPTY.with("type", "content").with("content", block);
    }

    static Json.Obj diff(Path file, Optional<String> before, String after) {
        return Json.Obj.EMPTY
                .with("type", "diff")
                .with("path", file.toString())
                .with("oldText", before.<Json>map(Json.Str::new).orElse(Json.Null.VALUE))
                .with("newText", after);
    }

    static Json.Obj terminal(String id) {
        return Json.Obj.EMPTY.with("type", "terminal").with("terminalId", id);
    }

    /// Text that is shown as it is, in a block that nothing in it can end.
    static String fenced(String text) {
        int longest = SHORTEST_FENCE - 1;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String fence = "`".repeat(longest + 1);
        return fence + "\n" + text + (text.endsWith("\n") ? "" : "\n") + fence;
    }
}
