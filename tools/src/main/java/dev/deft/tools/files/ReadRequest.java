package dev.deft.tools.files;

import dev.deft.host.Bytes;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles.OpenFile;
import dev.deft.tool.Attachment;
import dev.deft.tool.ToolResult;
import dev.deft.tools.files.ReadTool.Attached;
import dev.deft.tools.files.media.FileKind;
import dev.deft.tools.files.page.LineIndexes;
import java.util.List;
import java.util.Optional;

/// One call of `read`: its parameters and the open file.
///
/// @param head the first bytes of the file
/// @param indexes the line indexes of large files that were read before
record ReadRequest(
        ReadTool.Params params,
        String path,
        OpenFile file,
        Bytes head,
        FileKind kind,
        Limits limits,
        LineIndexes indexes) {

    ReadRequest {
        limits =
                limits.withOutputBytes(
                        Math.min(
                                limits.outputBytes(),
                                params.pageBytes().orElse(limits.outputBytes())));
    }

    ReadRequest with(FileKind kind) {
        return new ReadRequest(params, path, file, head, kind, limits, indexes);
    }

    /// The part of the file to show, in the terms of the result.
    ///
    /// @param truncated whether it is less than requested
    /// @param more whether the file continues after it
    record Part(
            String content,
            long startLine,
            long endLine,
            long totalLines,
            String encoding,
            boolean truncated,
            boolean more) {

        /// For a file that has no text to show.
        static final Part NONE = new Part("", 0, 0, 0, "binary", false, false);
    }

    ToolResult.Output output(Part part, String text, String title) {
        return output(part, text, title, Optional.empty());
    }

    ToolResult.Output output(
            Part part, String text, String title, Attachment attachment, Attached attached) {
        return output(part, text, title, Optional.of(List.of(attached))).with(List.of(attachment));
    }

    private ToolResult.Output output(
            Part part, String text, String title, Optional<List<Attached>> attached) {
        return ToolResult.output(
                params.numbered().isPresent() ? marked(part, attached) : data(part, attached),
                text,
                title);
    }

    private ReadTool.Data data(Part part, Optional<List<Attached>> attached) {
        return new ReadTool.Data(
                path,
                part.content(),
                part.startLine(),
                part.endLine(),
                part.totalLines(),
                file.size(),
                part.encoding(),
                kind.type().wire(),
                attached);
    }

    private ReadTool.Marked marked(Part part, Optional<List<Attached>> attached) {
        return new ReadTool.Marked(
                path,
                part.content(),
                part.startLine(),
                part.endLine(),
                part.totalLines(),
                file.size(),
                part.encoding(),
                kind.type().wire(),
                part.truncated(),
                part.more(),
                attached);
    }
}
