package dev.deft.tools.web;

import dev.deft.host.Bytes;
import java.util.List;

/// A page made for tests, with what is known about it.
///
/// @param about how it was made, in a few words
/// @param contentType the header of its response
/// @param visible words that a reader sees, each once
/// @param hidden words that a reader does not see
record GeneratedPage(
        String about, String contentType, Bytes body, List<String> visible, List<String> hidden) {

    GeneratedPage {
        visible = List.copyOf(visible);
        hidden = List.copyOf(hidden);
    }
}
