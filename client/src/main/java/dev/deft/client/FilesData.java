package dev.deft.client;

import java.util.List;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about files.
public final class FilesData {
    private FilesData() {}

    /// `DirectoryView` of the API.
    ///
    /// @param path Relative to the workspace
    public record DirectoryView(String path, List<FilesData.FileItem> entries) {}

    /// `FileAttachment` of the API.
    ///
    /// @param size In bytes
    /// @param data The bytes in Base64
    public record FileAttachment(
            String name,
            String mimeType,
            long size,
            Optional<Long> width,
            Optional<Long> height,
            String data) {}

    /// `FileContent` of the API.
    ///
    /// @param path Relative to the workspace
    /// @param content The text of these lines; empty if the file is no text
    /// @param startLine The first line, counted from 1
    /// @param endLine The last line
    /// @param totalLines How many lines the file has
    /// @param size In bytes
    /// @param encoding Such as `utf-8`; `binary` if it is no text
    /// @param type `text`, `notebook`, `image`, `pdf` or `binary`
    /// @param mimeType Such as `text/plain` or `image/png`
    /// @param attachments Pictures and pages of the file
    public record FileContent(
            String path,
            String content,
            long startLine,
            long endLine,
            long totalLines,
            long size,
            String encoding,
            String type,
            String mimeType,
            Optional<List<FilesData.FileAttachment>> attachments) {}

    /// `FileItem` of the API.
    ///
    /// @param type `file`, `dir`, `link` or `other`
    /// @param size In bytes; 0 if it is no file
    /// @param changed Whether the session changed it, or something in it; absent without `session`
    public record FileItem(String name, String type, long size, Optional<Boolean> changed) {}
}
