package dev.deft.tools.web;

import dev.deft.tool.Attachment;
import java.util.List;
import java.util.Optional;

/// A response in the form it is shown in.
///
/// @param text all of it, without marks
/// @param raw the beginning of the response as it came, of HTML only
/// @param attachments pictures
/// @param notes what the reader should know, a clause each
record Page(String text, Optional<String> raw, List<Attachment> attachments, List<String> notes) {

    Page {
        attachments = List.copyOf(attachments);
        notes = List.copyOf(notes);
    }

    static Page of(String text, List<String> notes) {
        return new Page(text, Optional.empty(), List.of(), notes);
    }

    Page withRaw(String beginning) {
        return new Page(text, Optional.of(beginning), attachments, notes);
    }
}
