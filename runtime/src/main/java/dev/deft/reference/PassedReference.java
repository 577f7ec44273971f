package dev.deft.reference;

import dev.deft.json.Json;

/// A result that a call takes as an argument.
///
/// @param name such as `ref:grep-1`
/// @param text its content, with secrets masked
/// @param bytes of the content
/// @param sha256 of the content, in hexadecimal
public record PassedReference(String name, String text, long bytes, String sha256) {

    /// How the log records it: without the content.
    public Json.Obj json() {
        return Json.Obj.EMPTY
                .with("name", name)
                .with("bytes", Json.Num.of(bytes))
                .with("sha256", sha256);
    }
}
