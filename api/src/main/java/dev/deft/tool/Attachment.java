package dev.deft.tool;

import dev.deft.host.Bytes;

/// A picture or document that goes to the model beside the text.
public record Attachment(String name, String mimeType, Bytes content) {}
