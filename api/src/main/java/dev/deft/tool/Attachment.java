package dev.deft.tool;

import dev.deft.host.Bytes;

/// An image or document for the model, in addition to the text.
///
/// @param name a file name, for people
/// @param mimeType such as `image/png`
/// @param content the bytes
public record Attachment(String name, String mimeType, Bytes content) {}
