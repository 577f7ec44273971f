package dev.deft.tools.lsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.host.LanguageServers;
import dev.deft.host.LanguageServers.FileEdit;
import dev.deft.host.LanguageServers.Place;
import dev.deft.host.LanguageServers.Position;
import dev.deft.host.LanguageServers.Problem;
import dev.deft.host.LanguageServers.Server;
import dev.deft.host.LanguageServers.Source;
import dev.deft.host.LanguageServers.Symbol;
import dev.deft.host.LanguageServers.TextEdit;
import dev.deft.testing.InMemoryHost;
import dev.deft.tool.Capability;
import dev.deft.tool.ToolResult;
import dev.deft.tool.Touch;
import dev.deft.tools.lsp.LspTool.Action;
import dev.deft.tools.lsp.LspTool.Params;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LspToolTest {

    private final LspTool tool = new LspTool();
    private final Answers server = new Answers();
    private InMemoryHost host = InMemoryHost.empty();

    @BeforeEach
    void writeFiles() {
        host =
                InMemoryHost.empty()
                        .with("a.ts", "const 𝒳 = area(1);\r\nexport const y = area(𝒳);\r\n")
                        .with("b.ts", "export function area(n: number) {}\n")
                        .providing(LanguageServers.class, server)
                        .within(tool.spec().limits());
    }

    /// A server with prepared answers, which remembers where it was asked.
    private static final class Answers implements LanguageServers {

        private final List<Place> places = new ArrayList<>();
        private final List<Symbol> symbols = new ArrayList<>();
        private final List<Problem> problems = new ArrayList<>();
        private final List<FileEdit> edits = new ArrayList<>();
        private Optional<Position> asked = Optional.empty();

        @Override
        public List<Place> definitions(Source file, Position at) {
            asked = Optional.of(at);
            return places;
        }

        @Override
        public List<Place> references(Source file, Position at) {
            return definitions(file, at);
        }

        @Override
        public Optional<String> hover(Source file, Position at) {
            asked = Optional.of(at);
            return Optional.of("const y: void");
        }

        @Override
        public List<Symbol> symbols(Source file) {
            return symbols;
        }

        @Override
        public List<Symbol> search(String query, Optional<Source> near) {
            return symbols;
        }

        @Override
        public List<Problem> diagnostics(Source file) {
            return problems;
        }

        @Override
        public List<FileEdit> rename(Source file, Position at, String newName) {
            asked = Optional.of(at);
            return edits;
        }

        @Override
        public List<Server> status() {
            return List.of(new Server("typescript", "running", List.of("ts", "tsx")));
        }
    }

    private static Place place(String path, int line, int start, int end) {
        return new Place(path, false, new Position(line, start), new Position(line, end));
    }

    private static Params at(Action action, String path, int line, String symbol) {
        return new Params(
                action,
                Optional.of(path),
                OptionalInt.of(line),
                OptionalInt.empty(),
                Optional.of(symbol),
                Optional.empty(),
                Optional.empty());
    }

    private static Params of(Action action, Optional<String> path, Optional<String> query) {
        return new Params(
                action,
                path,
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.empty(),
                query,
                Optional.empty());
    }

    private static Params renaming(String symbol, String newName) {
        return new Params(
                Action.RENAME,
                Optional.of("a.ts"),
                OptionalInt.of(2),
                OptionalInt.empty(),
                Optional.of(symbol),
                Optional.empty(),
                Optional.of(newName));
    }

    private ToolResult.Output run(Params params) throws IOException, InterruptedException {
        return (ToolResult.Output) tool.run(params, host);
    }

    private void assertFails(Params params, ErrorCode code, String message) {
        assertThatThrownBy(() -> tool.run(params, host))
                .isInstanceOfSatisfying(
                        HostException.class, it -> assertThat(it.code()).isEqualTo(code))
                .hasMessage(message);
    }

    @Test
    void showsLocationsWithTheirLinesInOrder() throws Exception {
        server.places.add(place("b.ts", 0, 16, 20));
        server.places.add(place("a.ts", 1, 17, 21));
        server.places.add(place("a.ts", 0, 11, 15));
        server.places.add(
                new Place("/usr/lib/lib.d.ts", true, new Position(7, 2), new Position(7, 3)));
        ToolResult.Output found = run(at(Action.REFERENCES, "a.ts", 1, "area"));
        assertThat(server.asked).contains(new Position(0, 11));
        assertThat(found.text())
                .isEqualTo(
                        """
                        /usr/lib/lib.d.ts:8:3
                        a.ts:1:11  const 𝒳 = area(1);
                        a.ts:2:18  export const y = area(𝒳);
                        b.ts:1:17  export function area(n: number) {}\
                        """);
        assertThat(found.title()).isEqualTo("references of a.ts:1:11: 4");
    }

    @Test
    void findsAPositionByLineAndColumnInCharacters() throws Exception {
        run(
                new Params(
                        Action.HOVER,
                        Optional.of("a.ts"),
                        OptionalInt.of(1),
                        OptionalInt.of(11),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        assertThat(server.asked).contains(new Position(0, 11));
    }

    @Test
    void saysWhereASymbolIsThatIsNotInTheLine() {
        assertFails(
                at(Action.HOVER, "a.ts", 1, "y"),
                ErrorCode.INVALID_ARGUMENTS,
                "Line 1 of a.ts does not contain y: const 𝒳 = area(1); It is in line 2.");
        assertFails(
                at(Action.HOVER, "a.ts", 9, "y"),
                ErrorCode.INVALID_ARGUMENTS,
                "a.ts has 2 lines; there is no line 9.");
    }

    @Test
    void wantsToKnowWhichSymbolIsMeant() {
        assertFails(
                of(Action.DEFINITION, Optional.of("a.ts"), Optional.empty()),
                ErrorCode.INVALID_ARGUMENTS,
                "Give the symbol, best with its line, or a line and a column.");
        assertFails(
                of(Action.DIAGNOSTICS, Optional.empty(), Optional.empty()),
                ErrorCode.INVALID_ARGUMENTS,
                "This action needs the path of a file.");
        assertFails(
                of(Action.SYMBOLS, Optional.empty(), Optional.empty()),
                ErrorCode.INVALID_ARGUMENTS,
                "Give the path of a file, or a query to search the workspace.");
    }

    @Test
    void cutsALongListAndKeepsAllOfItInTheSidecar() throws Exception {
        for (int i = 0; i < 500; i++) {
            server.places.add(place("a.ts", 0, i % 10, i % 10 + 1));
        }
        ToolResult.Output found = run(at(Action.REFERENCES, "a.ts", 1, "area"));
        assertThat(found.head()).isTrue();
        assertThat(found.text()).endsWith("[the first 200 of 500]");
        assertThat(((LspResults.Locations) found.data()).locations()).hasSize(200);
        assertThat(host.sidecarText().lines()).hasSize(500);
    }

    @Test
    void showsTheOutlineOfAFile() throws Exception {
        server.symbols.add(new Symbol("Shape", "class", "", 0, place("b.ts", 0, 7, 8)));
        server.symbols.add(new Symbol("area", "method", "Shape", 1, place("b.ts", 0, 16, 20)));
        assertThat(run(of(Action.SYMBOLS, Optional.of("b.ts"), Optional.empty())).text())
                .isEqualTo("1:8  class Shape\n  1:17  method area");
        assertThat(run(of(Action.SYMBOLS, Optional.empty(), Optional.of("a"))).text())
                .isEqualTo("b.ts:1:8  class Shape\nb.ts:1:17  method area in Shape");
    }

    @Test
    void showsDiagnosticsByTheirLines() throws Exception {
        server.problems.add(new Problem("warning", "unused", "ts", "6133", new Position(1, 13)));
        server.problems.add(new Problem("error", "no", "", "", new Position(0, 6)));
        assertThat(run(of(Action.DIAGNOSTICS, Optional.of("a.ts"), Optional.empty())).text())
                .isEqualTo("a.ts:1:7  error: no\na.ts:2:14  warning: unused (ts 6133)");
    }

    @Test
    void renamesInAllFilesAndShowsTheDiffs() throws Exception {
        server.edits.add(new FileEdit("a.ts", false, List.of(edit(1, 17, 21), edit(0, 11, 15))));
        server.edits.add(new FileEdit("b.ts", false, List.of(edit(0, 16, 20))));
        ToolResult.Output renamed = run(renaming("area", "size"));
        assertThat(content("a.ts"))
                .isEqualTo("const 𝒳 = size(1);\r\nexport const y = size(𝒳);\r\n");
        assertThat(content("b.ts")).isEqualTo("export function size(n: number) {}\n");
        assertThat(renamed.title()).isEqualTo("Renamed area to size: 3 replacements in 2 files.");
        assertThat(renamed.text()).contains("+export function size(n: number) {}");
    }

    private static TextEdit edit(int line, int start, int end) {
        return new TextEdit(new Position(line, start), new Position(line, end), "size");
    }

    private String content(String path) throws IOException {
        return host.files().load(host.files().resolve(path), 1 << 20).text(StandardCharsets.UTF_8);
    }

    @Test
    void changesNothingWhenAnEditDoesNotFit() throws Exception {
        String before = content("b.ts");
        server.edits.add(new FileEdit("b.ts", false, List.of(edit(0, 16, 20))));
        server.edits.add(new FileEdit("a.ts", false, List.of(edit(0, 0, 5))));
        assertThatThrownBy(() -> run(renaming("area", "size")))
                .hasMessageContaining("does not fit a.ts, line 1: there is no area to rename");
        server.edits.removeLast();
        server.edits.add(new FileEdit("a.ts", false, List.of(edit(1, 17, 21), edit(1, 15, 21))));
        assertThatThrownBy(() -> run(renaming("area", "size")))
                .hasMessageContaining("does not fit a.ts, line 2");
        server.edits.removeLast();
        server.edits.add(new FileEdit("/etc/hosts", true, List.of(edit(0, 0, 1))));
        assertFails(
                renaming("area", "size"),
                ErrorCode.REFUSED,
                "The rename would change /etc/hosts, which is outside the workspace; nothing was"
                        + " changed.");
        assertThat(content("b.ts")).isEqualTo(before);
    }

    @Test
    void refusesARenameToNothingNew() {
        assertFails(
                renaming("area", "area"), ErrorCode.INVALID_ARGUMENTS, "It has this name already.");
        assertFails(
                renaming("area", "a\nb"),
                ErrorCode.INVALID_ARGUMENTS,
                "The new name must be one line that is not blank.");
        assertFails(
                renaming("area", "size"),
                ErrorCode.CONFLICT,
                "The language server found nothing to rename at a.ts:2:18; nothing was changed.");
    }

    @Test
    void touchesTheWholeWorkspaceOnlyToRename() throws Exception {
        assertThat(tool.touches(at(Action.HOVER, "a.ts", 1, "y"), host.files()))
                .containsExactly(new Touch(Capability.FS_READ, "a.ts"));
        assertThat(tool.touches(renaming("area", "size"), host.files()))
                .containsExactly(
                        new Touch(Capability.FS_READ, "a.ts"),
                        new Touch(Capability.FS_WRITE, "./**"));
        assertThat(
                        tool.touches(
                                of(Action.SYMBOLS, Optional.empty(), Optional.of("x")),
                                host.files()))
                .containsExactly(new Touch(Capability.FS_READ, "./**"));
    }

    @Test
    void listsTheServers() throws Exception {
        assertThat(run(of(Action.STATUS, Optional.empty(), Optional.empty())).text())
                .isEqualTo("typescript: running (.ts .tsx)");
    }
}
