package dev.deft.client;

import java.util.List;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about memory.
public final class MemoryData {
    private MemoryData() {}

    /// `MemoryContent` of the API.
    ///
    /// @param path Relative to the workspace
    /// @param content In Markdown
    /// @param size In bytes
    public record MemoryContent(String path, String content, long size) {}

    /// `MemoryItem` of the API.
    ///
    /// @param path Relative to the workspace
    /// @param summary What it says about itself; may be empty
    /// @param size In bytes
    public record MemoryItem(String path, String summary, long size) {}

    /// `MemoryMatch` of the API.
    ///
    /// @param score From 0 to 1
    public record MemoryMatch(
            String path, long startLine, long endLine, double score, String snippet) {}

    /// `MemoryMatches` of the API.
    ///
    /// @param method How it was searched: by meaning and words, or by words alone
    /// @param pending How many files are not in the index yet
    public record MemoryMatches(List<MemoryData.MemoryMatch> items, String method, long pending) {}

    /// `MemoryOrder` of the API.
    ///
    /// @param content The whole content, in Markdown
    public record MemoryOrder(String content) {}
}
