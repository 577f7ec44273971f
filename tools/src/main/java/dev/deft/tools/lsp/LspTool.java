package dev.deft.tools.lsp;

import dev.deft.host.ErrorCode;
import dev.deft.host.Host;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers;
import dev.deft.host.LanguageServers.FileEdit;
import dev.deft.host.LanguageServers.Place;
import dev.deft.host.LanguageServers.Problem;
import dev.deft.host.LanguageServers.Source;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.Bounds;
import dev.deft.tool.Capability;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import dev.deft.tools.files.ShownDiff;
import dev.deft.tools.files.text.TextFile;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/// Asks the language server of a file, and renames symbols.
public final class LspTool implements Tool<LspTool.Params> {

    private static final int MOST_ITEMS = 200;
    private static final long MOST_BYTES = 4L << 20;

    /// The question.
    public record Params(
            @Doc("What to do") Action action,
            @Doc("File with the symbol; symbols with a query, and status, need none")
                    Optional<String> path,
            @Doc("Line of the symbol, counted from 1") @Bounds(min = 1) OptionalInt line,
            @Doc("Column of the symbol in characters, counted from 1; not needed with symbol")
                    @Bounds(min = 1)
                    OptionalInt column,
            @Doc(
                            "Name of the symbol as it stands in the line; without a line, its first"
                                    + " occurrence in the file")
                    @Bounds(min = 1, max = 256)
                    Optional<String> symbol,
            @Doc("For symbols: search the whole workspace for names like this") @Bounds(max = 256)
                    Optional<String> query,
            @Doc("For rename: the new name") @Bounds(min = 1, max = 256)
                    Optional<String> newName) {}

    /// The actions.
    public enum Action {
        /// Where a symbol is defined.
        DEFINITION,
        /// Where a symbol is used.
        REFERENCES,
        /// The type and documentation of a symbol.
        HOVER,
        /// The symbols of a file, or of the workspace by a query.
        SYMBOLS,
        /// The errors and warnings of a file.
        DIAGNOSTICS,
        /// Renames a symbol everywhere.
        RENAME,
        /// Which servers there are.
        STATUS
    }

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "lsp",
                        Params.class,
                        ToolCategory.CODE,
                        ToolKind.SEARCH,
                        Map.of("items", MOST_ITEMS))
                .requiring(
                        RequirementSet.reading("{workspace}/**")
                                .plus(RequirementSet.writing("{workspace}/**")))
                .within(Limits.DEFAULT.withItems(MOST_ITEMS));
    }

    /// Only the server knows which files a rename changes, so it counts as a change of the whole
    /// workspace; each file is judged again when it is changed.
    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        WorkspacePath root = files.resolve(".");
        if (params.action() == Action.STATUS) {
            return List.of(Touch.naming("status"));
        }
        if (params.path().isEmpty()) {
            return List.of(Touch.readingTree(root));
        }
        Touch reading = Touch.reading(files.resolve(params.path().get()));
        return params.action() == Action.RENAME
                ? List.of(reading, new Touch(Capability.FS_WRITE, root.display() + Touch.TREE))
                : List.of(reading);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        LanguageServers servers = host.handle(LanguageServers.class);
        return switch (params.action()) {
            case STATUS -> status(servers);
            case SYMBOLS -> symbols(params, servers, host);
            case DIAGNOSTICS -> diagnostics(servers, file(params, host), host);
            case DEFINITION -> {
                Target target = target(params, host);
                yield locations(
                        "definition",
                        servers.definitions(target.source(), target.at()),
                        target,
                        host);
            }
            case REFERENCES -> {
                Target target = target(params, host);
                yield locations(
                        "references",
                        servers.references(target.source(), target.at()),
                        target,
                        host);
            }
            case HOVER -> hover(servers, target(params, host));
            case RENAME -> rename(params, servers, target(params, host), host);
        };
    }

    private static ToolResult status(LanguageServers servers) throws IOException {
        List<LspResults.Server> all =
                servers.status().stream()
                        .map(it -> new LspResults.Server(it.name(), it.state(), it.extensions()))
                        .toList();
        String text =
                all.stream()
                        .map(it ->
                                "%s: %s (%s)"
                                        .formatted(
                                                it.name(),
                                                it.state(),
                                                it.extensions().stream()
                                                        .map("."::concat)
                                                        .collect(Collectors.joining(" "))))
                        .collect(Collectors.joining("\n"));
        return ToolResult.output(new LspResults.Status("status", all), text, "Language servers");
    }

    /// A file with its positions.
    private record Code(Source source, CodeText text) {

        String path() {
            return source.path().display();
        }
    }

    /// A symbol in a file.
    ///
    /// @param offset of a character of the symbol
    private record Target(Code code, int offset) {

        Source source() {
            return code.source();
        }

        LanguageServers.Position at() {
            return code.text().server(offset);
        }

        CodeText.Spot spot() {
            return code.text().spot(offset);
        }

        String display() {
            return "%s:%d:%d".formatted(code.path(), spot().line(), spot().column());
        }
    }

    private static Code file(Params params, Host host) throws IOException {
        String name =
                params.path().orElseThrow(() -> invalid("This action needs the path of a file."));
        WorkspacePath path = host.files().resolve(name);
        Instant modified = host.files().info(path).modified();
        TextFile file =
                CodeFile.read(host.files(), path, MOST_BYTES)
                        .orElseThrow(() ->
                                new HostException(
                                        ErrorCode.REFUSED,
                                        "%s is a binary file.".formatted(path.display())));
        return new Code(new Source(path, file.text(), modified), new CodeText(file.text()));
    }

    private static Target target(Params params, Host host) throws IOException {
        Code code = file(params, host);
        OptionalInt line = params.line();
        if (line.isPresent() && line.getAsInt() > code.text().lineCount()) {
            throw invalid(
                    "%s has %d lines; there is no line %d."
                            .formatted(code.path(), code.text().lineCount(), line.getAsInt()));
        }
        if (params.symbol().isPresent()) {
            return named(code, params.symbol().get(), line, params.column());
        }
        if (line.isEmpty() || params.column().isEmpty()) {
            throw invalid("Give the symbol, best with its line, or a line and a column.");
        }
        int column = params.column().getAsInt();
        return new Target(
                code,
                code.text()
                        .offset(line.getAsInt(), column)
                        .orElseThrow(() ->
                                invalid(
                                        "Line %d of %s ends before column %d: %s"
                                                .formatted(
                                                        line.getAsInt(),
                                                        code.path(),
                                                        column,
                                                        code.text().shown(line.getAsInt())))));
    }

    private static Target named(Code code, String symbol, OptionalInt line, OptionalInt column)
            throws HostException {
        OptionalInt offset =
                line.isPresent()
                        ? code.text().find(symbol, line.getAsInt(), column)
                        : code.text().find(symbol);
        if (offset.isPresent()) {
            return new Target(code, offset.getAsInt());
        }
        if (line.isEmpty()) {
            throw invalid("%s does not contain %s.".formatted(code.path(), symbol));
        }
        String elsewhere =
                code.text().find(symbol).stream()
                        .mapToObj(it -> " It is in line %d.".formatted(code.text().spot(it).line()))
                        .findFirst()
                        .orElse("");
        throw invalid(
                "Line %d of %s does not contain %s: %s%s"
                        .formatted(
                                line.getAsInt(),
                                code.path(),
                                symbol,
                                code.text().shown(line.getAsInt()),
                                elsewhere));
    }

    private static HostException invalid(String message) {
        return new HostException(ErrorCode.INVALID_ARGUMENTS, message);
    }

    private static ToolResult locations(String action, List<Place> places, Target target, Host host)
            throws IOException {
        var shown = new ShownPlaces(host.files());
        List<LspResults.Location> all = new ArrayList<>();
        for (Place it : places) {
            shown.location(it).ifPresent(all::add);
        }
        all.sort(
                Comparator.comparing(LspResults.Location::path)
                        .thenComparingInt(LspResults.Location::line)
                        .thenComparingInt(LspResults.Location::column));
        var head = CutList.of(all, LspResults.Location::display, host);
        String text =
                all.isEmpty()
                        ? "The language server knows no %s of %s."
                                .formatted(action, target.display())
                        : head.text();
        ToolResult.Output output =
                ToolResult.output(
                        new LspResults.Locations(action, all.size(), head.items()),
                        text + withheld(shown),
                        "%s of %s: %d".formatted(action, target.display(), all.size()));
        return head.cut() ? output.asHead() : output;
    }

    private static String withheld(ShownPlaces shown) {
        return shown.withheld() == 0
                ? ""
                : "\n[%d more in files that this call may not read]".formatted(shown.withheld());
    }

    private static ToolResult hover(LanguageServers servers, Target target)
            throws IOException, InterruptedException {
        Optional<String> content = servers.hover(target.source(), target.at());
        CodeText.Spot spot = target.spot();
        return ToolResult.output(
                new LspResults.Hover(
                        "hover",
                        target.code().path(),
                        spot.line(),
                        spot.column(),
                        content.orElse("")),
                content.orElse(
                        "The language server knows nothing about %s.".formatted(target.display())),
                "hover of " + target.display());
    }

    private static ToolResult symbols(Params params, LanguageServers servers, Host host)
            throws IOException, InterruptedException {
        if (params.path().isEmpty() && params.query().isEmpty()) {
            throw invalid("Give the path of a file, or a query to search the workspace.");
        }
        Optional<Code> code =
                params.path().isPresent() ? Optional.of(file(params, host)) : Optional.empty();
        boolean search = params.query().isPresent();
        List<LanguageServers.Symbol> found =
                search
                        ? servers.search(params.query().get(), code.map(Code::source))
                        : servers.symbols(code.orElseThrow().source());
        var shown = new ShownPlaces(host.files());
        List<LspResults.Symbol> all = new ArrayList<>();
        Map<LspResults.Symbol, Integer> depths = new LinkedHashMap<>();
        for (LanguageServers.Symbol it : found) {
            Optional<LspResults.Location> at = shown.location(it.place());
            at.map(location -> symbol(it, location))
                    .ifPresent(symbol -> {
                        all.add(symbol);
                        depths.putIfAbsent(symbol, it.depth());
                    });
        }
        var head =
                CutList.of(
                        all,
                        it -> search ? found(it) : outline(it, depths.getOrDefault(it, 0)),
                        host);
        ToolResult.Output output =
                ToolResult.output(
                        new LspResults.Symbols("symbols", all.size(), head.items()),
                        (all.isEmpty() ? "No symbols found." : head.text()) + withheld(shown),
                        "symbols of %s: %d"
                                .formatted(
                                        search
                                                ? "`" + params.query().get() + "`"
                                                : code.orElseThrow().path(),
                                        all.size()));
        return head.cut() ? output.asHead() : output;
    }

    private static LspResults.Symbol symbol(LanguageServers.Symbol symbol, LspResults.Location at) {
        return new LspResults.Symbol(
                symbol.name(),
                symbol.kind(),
                symbol.container(),
                at.path(),
                at.line(),
                at.column());
    }

    private static String found(LspResults.Symbol it) {
        String container = it.container().isEmpty() ? "" : " in " + it.container();
        return "%s:%d:%d  %s %s%s"
                .formatted(it.path(), it.line(), it.column(), it.kind(), it.name(), container);
    }

    private static String outline(LspResults.Symbol it, int depth) {
        return "%s%d:%d  %s %s"
                .formatted("  ".repeat(depth), it.line(), it.column(), it.kind(), it.name());
    }

    private static ToolResult diagnostics(LanguageServers servers, Code code, Host host)
            throws IOException, InterruptedException {
        List<LspResults.Diagnostic> all = new ArrayList<>();
        for (Problem it : servers.diagnostics(code.source())) {
            CodeText.Spot spot = code.text().spot(it.start());
            all.add(
                    new LspResults.Diagnostic(
                            code.path(),
                            spot.line(),
                            spot.column(),
                            it.severity(),
                            it.message(),
                            it.source(),
                            it.code()));
        }
        all.sort(
                Comparator.comparingInt(LspResults.Diagnostic::line)
                        .thenComparingInt(LspResults.Diagnostic::column));
        var head = CutList.of(all, LspResults.Diagnostic::display, host);
        ToolResult.Output output =
                ToolResult.output(
                        new LspResults.Diagnostics(
                                "diagnostics", code.path(), all.size(), head.items()),
                        all.isEmpty()
                                ? "The language server finds no problems in %s."
                                        .formatted(code.path())
                                : head.text(),
                        "diagnostics of %s: %d".formatted(code.path(), all.size()));
        return head.cut() ? output.asHead() : output;
    }

    private static ToolResult rename(
            Params params, LanguageServers servers, Target target, Host host)
            throws IOException, InterruptedException {
        String newName =
                params.newName().orElseThrow(() -> invalid("A rename needs the new_name."));
        if (newName.isBlank() || newName.lines().count() != 1 || newName.endsWith("\n")) {
            throw invalid("The new name must be one line that is not blank.");
        }
        String oldName =
                target.code()
                        .text()
                        .nameAt(target.offset())
                        .orElseThrow(() ->
                                invalid("There is no name at %s.".formatted(target.display())));
        if (oldName.equals(newName)) {
            throw invalid("It has this name already.");
        }
        List<FileEdit> edits = servers.rename(target.source(), target.at(), newName);
        Map<WorkspacePath, FileEdit> byPath = new LinkedHashMap<>();
        for (FileEdit it : edits) {
            if (it.outside()) {
                throw new HostException(
                        ErrorCode.REFUSED,
                        "The rename would change %s, which is outside the workspace; nothing was changed."
                                .formatted(it.path()));
            }
            if (!it.edits().isEmpty()) {
                byPath.put(host.files().resolve(it.path()), it);
            }
        }
        var change = new RenameEdit(byPath, oldName);
        host.files().change(List.copyOf(byPath.keySet()), change);
        if (change.changed().isEmpty()) {
            throw new HostException(
                    ErrorCode.CONFLICT,
                    "The language server found nothing to rename at %s; nothing was changed."
                            .formatted(target.display()));
        }
        return renamed(change, oldName, newName, host);
    }

    private static ToolResult renamed(RenameEdit change, String oldName, String newName, Host host)
            throws IOException {
        String summary =
                "Renamed %s to %s: %d %s in %d %s."
                        .formatted(
                                oldName,
                                newName,
                                change.replacements(),
                                change.replacements() == 1 ? "replacement" : "replacements",
                                change.changed().size(),
                                change.changed().size() == 1 ? "file" : "files");
        String diff =
                change.changed().stream()
                        .map(LspResults.Changed::diff)
                        .collect(Collectors.joining());
        return ShownDiff.output(
                host,
                summary,
                diff,
                shown ->
                        ToolResult.output(
                                new LspResults.Renamed(
                                        "rename",
                                        newName,
                                        change.replacements(),
                                        files(change, shown.length() < diff.length())),
                                summary + "\n\n" + shown,
                                summary));
    }

    /// If the diffs are cut, the list names the files only.
    private static List<LspResults.Changed> files(RenameEdit change, boolean cut) {
        return cut
                ? change.changed().stream()
                        .map(it -> new LspResults.Changed(it.path(), it.change(), ""))
                        .toList()
                : change.changed();
    }
}
