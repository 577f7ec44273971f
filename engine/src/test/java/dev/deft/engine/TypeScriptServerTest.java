package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.SessionId;
import dev.deft.host.ErrorCode;
import dev.deft.json.Json;
import dev.deft.tool.Envelope;
import dev.deft.tool.ToolResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Language servers with a real one, as programs use them.
@Tag("slow")
class TypeScriptServerTest {

    private static final Path PROGRAMS = Path.of("target/node/node_modules/.bin").toAbsolutePath();

    @TempDir Path directory;
    private Path root;
    private Engine engine;
    private Workspace workspace;

    @BeforeEach
    void writeProject() throws IOException {
        assertThat(PROGRAMS.resolve("typescript-language-server"))
                .as("./check installs it, from src/test/node to target/node")
                .exists();
        root = Files.createDirectories(directory.resolve("root")).toRealPath();
        Files.createDirectories(root.resolve("src"));
        Files.writeString(
                root.resolve("tsconfig.json"),
                """
                {"compilerOptions": {"strict": true, "module": "nodenext", "lib": ["es2022"]}}
                """);
        Files.writeString(
                root.resolve("src/shapes.ts"),
                """
                /** A circle. */
                export interface Circle { radius: number }
                export function area(circle: Circle): number {
                  return 3 * circle.radius ** 2;
                }
                """);
        Files.writeString(
                root.resolve("src/main.ts"),
                """
                import { area } from "./shapes.js";
                const 𝒳 = "😀"; export const total = area({ radius: 2 }) + 𝒳.length;
                """);
        engine =
                Engine.builder()
                        .environment(
                                Map.of(
                                        "DEFT_HOME",
                                        directory.resolve("home").toString(),
                                        "HOME",
                                        directory.resolve("user").toString(),
                                        "PATH",
                                        PROGRAMS + ":" + System.getenv("PATH")))
                        .notices(_ -> {})
                        .build();
        workspace = engine.workspace(root);
    }

    @AfterEach
    void close() {
        workspace.close();
        engine.close();
    }

    private Session session(AgentSpec agent) throws IOException {
        return workspace.session().agent(agent).open();
    }

    private static ToolResult.Output output(Envelope envelope) {
        assertThat(envelope.result()).isInstanceOf(ToolResult.Output.class);
        return (ToolResult.Output) envelope.result();
    }

    private static Map<String, Object> ask(
            String action, String path, int line, String symbol, String... more) {
        Map<String, Object> arguments =
                new HashMap<>(
                        Map.of("action", action, "path", path, "line", line, "symbol", symbol));
        for (int i = 0; i < more.length; i += 2) {
            arguments.put(more[i], more[i + 1]);
        }
        return arguments;
    }

    private static String text(Session session, Map<String, Object> arguments) {
        return output(session.call("lsp", arguments)).text();
    }

    @Test
    void answersAboutAProjectAndFollowsItsChanges() throws Exception {
        try (Session session = session(AgentSpec.trusted())) {
            assertThat(text(session, ask("definition", "src/main.ts", 2, "area")))
                    .isEqualTo(
                            "src/shapes.ts:3:17  export function area(circle: Circle): number {");
            assertThat(text(session, ask("references", "src/shapes.ts", 3, "area")))
                    .isEqualTo(
                            """
                            src/main.ts:1:10  import { area } from "./shapes.js";
                            src/main.ts:2:37  const 𝒳 = "😀"; export const total = area({ radius: 2 }) + 𝒳.length;
                            src/shapes.ts:3:17  export function area(circle: Circle): number {\
                            """);
            assertThat(text(session, ask("hover", "src/main.ts", 2, "total")))
                    .contains("const total: number");
            assertThat(text(session, Map.of("action", "symbols", "path", "src/shapes.ts")))
                    .contains("interface Circle", "  2:27  property radius", "function area");
            assertThat(text(session, Map.of("action", "symbols", "query", "Circle")))
                    .startsWith("src/shapes.ts:2:");
            assertThat(text(session, Map.of("action", "diagnostics", "path", "src/main.ts")))
                    .isEqualTo("The language server finds no problems in src/main.ts.");
            Files.writeString(
                    root.resolve("src/shapes.ts"),
                    """
                    // Somebody else moved it.
                    export function area(circle: { radius: string }): number {
                      return circle.radius.length;
                    }
                    """);
            assertThat(text(session, ask("definition", "src/main.ts", 2, "area")))
                    .startsWith("src/shapes.ts:2:17  ");
            assertThat(text(session, Map.of("action", "diagnostics", "path", "src/main.ts")))
                    .isEqualTo(
                            "src/main.ts:2:44  error: Type 'number' is not assignable to type"
                                    + " 'string'. (typescript 2322)");
        }
    }

    @Test
    void namesNewErrorsAfterAnEditOnlyWhereAServerRuns() throws Exception {
        Map<String, Object> breaking =
                Map.of(
                        "path", "src/main.ts",
                        "old_text", "radius: 2",
                        "new_text", "radius: \"2\"");
        Map<String, Object> mending =
                Map.of(
                        "path", "src/main.ts",
                        "old_text", "radius: \"2\"",
                        "new_text", "radius: 2");
        try (Session session = session(AgentSpec.trusted())) {
            assertThat(output(session.call("edit", breaking)).metadata())
                    .doesNotContainKey("diagnostics");
            output(session.call("edit", mending));
            text(session, ask("hover", "src/main.ts", 2, "total"));
            text(session, Map.of("action", "diagnostics", "path", "src/main.ts"));
            ToolResult.Output broken = output(session.call("edit", breaking));
            assertThat(broken.text())
                    .endsWith(
                            """
                            The language server finds new errors after this change:
                            src/main.ts:2:44  error: Type 'string' is not assignable to type 'number'.\
                            """);
            assertThat(broken.metadata().get("diagnostics"))
                    .isEqualTo(
                            new Json.Arr(
                                    List.of(
                                            Json.Obj.EMPTY
                                                    .with("path", new Json.Str("src/main.ts"))
                                                    .with("line", Json.Num.of(2))
                                                    .with("column", Json.Num.of(44))
                                                    .with("severity", new Json.Str("error"))
                                                    .with(
                                                            "message",
                                                            new Json.Str(
                                                                    "Type 'string' is not"
                                                                            + " assignable to type"
                                                                            + " 'number'.")))));
            assertThat(output(session.call("edit", mending)).metadata())
                    .doesNotContainKey("diagnostics");
        }
    }

    @Test
    void renamesEverywhereAndUndoesIt() throws Exception {
        String shapes = Files.readString(root.resolve("src/shapes.ts"));
        String main = Files.readString(root.resolve("src/main.ts"));
        try (Session session =
                workspace.session().agent(AgentSpec.trusted()).id("renaming").open()) {
            assertThat(
                            text(
                                    session,
                                    ask("rename", "src/main.ts", 2, "area", "new_name", "surface")))
                    .startsWith("Renamed area to surface: 3 replacements in 2 files.")
                    .contains("+import { surface } from \"./shapes.js\";");
        }
        assertThat(root.resolve("src/shapes.ts")).content().contains("function surface(");
        workspace.sessions().undo(new SessionId("renaming"), Optional.empty());
        assertThat(root.resolve("src/shapes.ts")).hasContent(shapes);
        assertThat(root.resolve("src/main.ts")).hasContent(main);
    }

    @Test
    void renamesNothingWhereARuleDeniesOneFile() throws Exception {
        String main = Files.readString(root.resolve("src/main.ts"));
        try (Session session = session(AgentSpec.trusted().deny("fs.write", "src/shapes.ts"))) {
            Envelope refused =
                    session.call(
                            "lsp", ask("rename", "src/main.ts", 2, "area", "new_name", "surface"));
            assertThat(refused.result())
                    .isInstanceOfSatisfying(
                            ToolResult.Failure.class,
                            it -> {
                                assertThat(it.code()).isEqualTo(ErrorCode.CAPABILITY_DENIED);
                                assertThat(it.message()).contains("src/shapes.ts");
                            });
        }
        assertThat(root.resolve("src/main.ts")).hasContent(main);
    }

    @Test
    void asksBeforeItRenamesWhereNoRuleAllowsIt() throws Exception {
        try (Session session = session(AgentSpec.standard())) {
            Envelope refused =
                    session.call(
                            "lsp", ask("rename", "src/main.ts", 2, "area", "new_name", "surface"));
            assertThat(((ToolResult.Failure) refused.result()).code())
                    .isEqualTo(ErrorCode.PERMISSION_DENIED);
        }
    }
}
