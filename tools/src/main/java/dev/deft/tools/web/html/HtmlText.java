package dev.deft.tools.web.html;

import java.util.Optional;

/// The readable part of a page.
///
/// @param text Markdown or plain text; empty if the page shows nothing without scripts
/// @param title of the page
/// @param forward where the page sends its readers by itself
/// @param cut whether the page was too large to be converted as a whole
public record HtmlText(
        String text, Optional<String> title, Optional<String> forward, boolean cut) {}
