package dev.deft.tools.files;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspaceFiles.OpenFile;
import dev.deft.host.WorkspacePath;
import dev.deft.json.JsonCodec;
import dev.deft.tool.Bounds;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import dev.deft.tools.files.media.FileKind;
import dev.deft.tools.files.page.LineIndexes;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Shows part of a file: lines of a text, pages of a PDF, a picture, the cells of a notebook.
public final class ReadTool implements Tool<ReadTool.Params> {

    private static final int PAGE_LINES = 2_000;
    private static final int KILOBYTE = 1024;

    /// A file of at most this size is read at once.
    private static final int SMALL_FILE = 64 * KILOBYTE;

    /// Asked for many times in a call.
    private static final ToolSpec<Params> SPEC =
            ToolSpec.of(
                            "read",
                            Params.class,
                            ToolCategory.FILE,
                            ToolKind.READ,
                            Map.of(
                                    "lines",
                                    PAGE_LINES,
                                    "kilobytes",
                                    Limits.DEFAULT.outputBytes() / KILOBYTE,
                                    "characters",
                                    LongLine.MOST_CHARACTERS))
                    .requiring(RequirementSet.reading("{workspace}/**"))
                    .within(Limits.DEFAULT.withItems(PAGE_LINES));

    private final JsonCodec codec;
    private final LineIndexes indexes = new LineIndexes();

    public ReadTool(JsonCodec codec) {
        this.codec = codec;
    }

    /// The part to show.
    ///
    /// @param numbered whether `content` has line numbers; if present at all, the data is [Marked]
    /// @param encoding overrides the detected encoding
    /// @param pageBytes a smaller page than the limit of the call allows
    public record Params(
            @Doc("File to read") String path,
            @Doc("First line to show, counted from 1; in a PDF the first page") @Bounds(min = 1)
                    OptionalLong offset,
            @Doc("How many lines, or pages, to show") @Bounds(min = 1) OptionalLong limit,
            @Doc("First byte to show, counted from 0") @Bounds(min = 0) OptionalLong byteOffset,
            @Doc("How many bytes to show") @Bounds(min = 1) OptionalInt byteLimit,
            @DialectOnly Optional<Boolean> numbered,
            @DialectOnly Optional<String> encoding,
            @DialectOnly OptionalInt pageBytes) {

        /// The parameters of the default dialect for the beginning of a file.
        public static Params of(String path) {
            return new Params(
                    path,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalInt.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    OptionalInt.empty());
        }

        boolean wantsBytes() {
            return byteOffset.isPresent() || byteLimit.isPresent();
        }

        boolean wantsLines() {
            return offset.isPresent() || limit.isPresent();
        }

        private Params withNumbered(Optional<Boolean> numbered) {
            return new Params(
                    path, offset, limit, byteOffset, byteLimit, numbered, encoding, pageBytes);
        }

        /// The same with line numbers in `content`, for a dialect.
        public Params asNumbered() {
            return withNumbered(Optional.of(true));
        }
    }

    /// The content read. For a PDF, lines are pages.
    ///
    /// @param content the text of the file, without line numbers
    /// @param encoding such as `utf-8`; `binary` if it is not text
    /// @param type `text`, `notebook`, `image`, `pdf` or `binary`
    /// @param attachments what the model is shown besides the text
    public record Data(
            String path,
            String content,
            long startLine,
            long endLine,
            long totalLines,
            long size,
            String encoding,
            String type,
            Optional<List<Attached>> attachments) {}

    /// The same for dialects.
    ///
    /// @param content with line numbers if requested
    /// @param truncated whether it is less than requested
    /// @param more whether the file continues after it
    public record Marked(
            String path,
            String content,
            long startLine,
            long endLine,
            long totalLines,
            long size,
            String encoding,
            String type,
            boolean truncated,
            boolean more,
            Optional<List<Attached>> attachments) {}

    /// A picture or document.
    ///
    /// @param size in bytes
    /// @param data the bytes in Base64
    public record Attached(
            String name,
            String mimeType,
            long size,
            OptionalInt width,
            OptionalInt height,
            String data) {}

    @Override
    public Optional<Class<? extends Record>> dataType() {
        return Optional.of(Data.class);
    }

    @Override
    public ToolSpec<Params> spec() {
        return SPEC;
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        return List.of(Touch.reading(files.resolve(params.path())));
    }

    /// A file may have more than it says.
    private static int headBytes(long size) {
        return size > 0 && size <= SMALL_FILE ? (int) size : FileKind.HEAD_BYTES;
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        if (params.wantsBytes() && params.wantsLines()) {
            throw new HostException(
                    ErrorCode.INVALID_ARGUMENTS,
                    "Use offset and limit for lines, or byte_offset and byte_limit for bytes, not both.");
        }
        WorkspacePath path = PathLookup.file(host.files(), params.path());
        try (OpenFile file = host.files().open(path)) {
            Bytes head = file.read(0, headBytes(file.size()));
            FileKind kind = FileKind.of(path.display(), head);
            var reading =
                    new ReadRequest(
                            params, path.display(), file, head, kind, host.limits(), indexes);
            return switch (kind.type()) {
                case TEXT -> new TextReader(reading).output();
                case NOTEBOOK -> new TextReader(reading).notebook(codec);
                case IMAGE -> MediaReader.picture(reading);
                case PDF -> MediaReader.pdf(reading);
                case BINARY -> MediaReader.binary(reading);
            };
        }
    }
}
