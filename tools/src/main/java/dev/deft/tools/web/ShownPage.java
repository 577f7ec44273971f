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
record ShownPage(
        String text, Optional<String> raw, List<Attachment> attachments, List<String> notes) {

    ShownPage {
        attachments = List.copyOf(attachments);
        notes = List.copyOf(notes);
    }

    static ShownPage of(String text, List<String> notes) {
        return new ShownPage(text, Optional.empty(), List.of(), notes);
    }

    ShownPage withRaw(String beginning) {
        return new ShownPage(text, Optional.of(beginning), attachments, notes);
    }
}
