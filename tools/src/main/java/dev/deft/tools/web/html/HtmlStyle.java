package dev.deft.tools.web.html;

/// How a converted page is written.
public enum HtmlStyle {
    /// With headings, links, lists, tables and code as Markdown has them.
    MARKDOWN,
    /// Only the text, without marks and addresses.
    TEXT
}
