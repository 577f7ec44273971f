package dev.deft.tools.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import dev.deft.tools.files.text.Document;
import dev.deft.tools.files.text.TextEncoding;
import dev.deft.tools.files.text.TextFile;
import dev.deft.tools.files.text.UnifiedDiff;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Creates a file or replaces its whole content.
public final class WriteTool implements Tool<WriteTool.Params> {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /// The file to write.
    ///
    /// @param encoding overrides the current encoding of the file
    public record Params(
            @Doc("File to write") String path,
            @Doc("The whole content of the file") String content,
            @DialectOnly Optional<String> encoding) {

        /// The parameters of the default dialect.
        public static Params of(String path, String content) {
            return new Params(path, content, Optional.empty());
        }
    }

    /// The written file.
    ///
    /// @param bytes its size now
    /// @param created whether it is new
    public record Data(String path, long bytes, boolean created, String diff) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of("write", Params.class, ToolCategory.FILE, ToolKind.EDIT)
                .requiring(RequirementSet.writing("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.writing(files.resolve(params.path())));
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        WorkspacePath file = host.files().resolve(params.path());
        if (host.files().info(file).exists()) {
            PathLookup.file(host.files(), params.path());
        }
        var change = new Change(params, file);
        host.files().change(List.of(file), change);
        Data data = change.data();
        return ShownDiff.output(
                host,
                text(data),
                data.diff(),
                diff ->
                        ToolResult.output(
                                new Data(data.path(), data.bytes(), data.created(), diff),
                                text(data),
                                "%s %s".formatted(verb(data), data.path())));
    }

    private static String text(Data data) {
        return "%s %s, %d bytes.".formatted(verb(data), data.path(), data.bytes());
    }

    private static String verb(Data data) {
        return data.created() ? "Created" : "Replaced";
    }

    /// Changes the file and remembers the result.
    private static final class Change implements WorkspaceFiles.Changer {

        private final Params params;
        private final WorkspacePath file;
        private Optional<Data> data = Optional.empty();

        Change(Params params, WorkspacePath file) {
            this.params = params;
            this.file = file;
        }

        Data data() {
            return data.orElseThrow();
        }

        @Override
        public Map<WorkspacePath, Optional<Bytes>> change(
                Map<WorkspacePath, WorkspaceFiles.Current> files) throws IOException {
            WorkspaceFiles.Current current = files.values().iterator().next();
            if (current.exists() && current.changedSinceRead()) {
                throw new HostException(
                        ErrorCode.CONFLICT,
                        "%s has changed since you read it. Read it again before you replace it."
                                .formatted(file.display()));
            }
            Optional<TextFile> before = current.content().flatMap(TextFile::decode);
            refuseOmissions(before.map(TextFile::text).orElse(""));
            TextFile after = after(before);
            Bytes content = after.encode(file.display());
            data =
                    Optional.of(
                            new Data(
                                    file.display(),
                                    content.size(),
                                    !current.exists(),
                                    diff(current, before, after)));
            return Map.of(file, Optional.of(content));
        }

        private void refuseOmissions(String oldText) throws HostException {
            Optional<Integer> line = Omission.firstLine(params.content(), oldText);
            if (line.isPresent()) {
                String said = params.content().lines().toList().get(line.get() - 1).strip();
                throw new HostException(
                        ErrorCode.REFUSED,
                        "Line %d of the content is a placeholder for omitted text: `%s`. Nothing was written. Give the whole content, or use `edit` to change a part of the file."
                                .formatted(line.get(), said));
            }
        }

        private TextFile after(Optional<TextFile> before) throws HostException {
            TextFile given = new TextFile(TextEncoding.UTF_8, params.content());
            TextFile kept = before.map(this::inTheStyleOf).orElse(given);
            if (params.encoding().isEmpty()) {
                return kept;
            }
            String name = params.encoding().get();
            TextEncoding encoding =
                    TextEncoding.named(name)
                            .orElseThrow(() ->
                                    new HostException(
                                            ErrorCode.INVALID_ARGUMENTS,
                                            "Unknown encoding %s; use utf-8, utf-16le or latin1."
                                                    .formatted(name)));
            return new TextFile(encoding, kept.text());
        }

        private TextFile inTheStyleOf(TextFile before) {
            var document = Document.of(before.text());
            int end = document.plain().length();
            String content = params.content();
            boolean markedTwice =
                    before.encoding().markLength() > 0 && content.startsWith(BYTE_ORDER_MARK);
            String given = markedTwice ? content.substring(1) : content;
            return before.withText(document.with(List.of(new Document.Replacement(0, end, given))));
        }

        private String diff(
                WorkspaceFiles.Current current, Optional<TextFile> before, TextFile after) {
            if (current.exists() && !current.mayBeShown()) {
                return ShownDiff.withheld(file.display());
            }
            if (current.exists() && current.content().isEmpty()) {
                return "%s had %d bytes, too many to show what changed.\n"
                        .formatted(file.display(), current.size().orElseThrow());
            }
            if (current.content().isPresent() && before.isEmpty()) {
                return "Binary file %s replaced by text.\n".formatted(file.display());
            }
            return UnifiedDiff.of(
                            file.display(), before.map(TextFile::text), Optional.of(after.text()))
                    .text();
        }
    }
}
