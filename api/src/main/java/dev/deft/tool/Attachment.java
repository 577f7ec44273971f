package dev.deft.tool;

import dev.deft.host.Bytes;

/// A picture or document that goes to the model beside the text.
///
/// @param name a file name, for people
/// @param mimeType such as `image/png`
/// @param content its bytes
public record Attachment(String name, String mimeType, Bytes content) {}
