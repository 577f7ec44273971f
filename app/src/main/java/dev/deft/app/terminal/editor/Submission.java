package dev.deft.app.terminal.editor;

import dev.deft.tool.Attachment;
import java.util.List;

/// A message that the user finished.
///
/// @param text with pasted texts in full; an image appears by its label
/// @param attachments the images, in the order of their labels
public record Submission(String text, List<Attachment> attachments) {

    public Submission {
        attachments = List.copyOf(attachments);
    }
}
