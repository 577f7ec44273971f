package dev.deft.tools.web.search;

/// A page that was found.
///
/// @param snippet a few sentences of it
public record SearchResult(String title, String url, String snippet) {}
