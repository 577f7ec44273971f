package dev.deft.server.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Lets the compiler of TypeScript read `docs/types/deft-api.d.ts`.
@Tag("slow")
class TypeScriptTypesTest {

    private static final int SECONDS = 120;

    @TempDir Path temp;

    private NodeScript.Finished compiled(String program) throws IOException, InterruptedException {
        Path types = Path.of("../docs/types/deft-api.d.ts").toAbsolutePath().normalize();
        Path file = temp.resolve("program.ts");
        Files.writeString(
                file,
                "import type { Operations, WorkspaceView } from \"%s\";%n%s"
                        .formatted(types.toString().replace(".d.ts", ""), program));
        return NodeScript.finish(
                NodeScript.packages().resolve("typescript/bin/tsc"),
                List.of("--noEmit", "--strict", types.toString(), file.toString()),
                SECONDS);
    }

    @Test
    void programsCompileThatKeepToTheTypes() throws Exception {
        NodeScript.Finished finished =
                compiled(
                        """
                        const call: Operations["callTool"]["body"] = { tool: "read", args: {} };
                        const shown = (it: WorkspaceView): string => it.id + it.root + call.tool;
                        const path: Operations["listWorkspaces"]["path"] = "/v1/workspaces";
                        export { path, shown };
                        """);
        assertThat(finished.exit()).as(finished.out()).isZero();
    }

    @Test
    void programsDoNotCompileThatDoNot() throws Exception {
        NodeScript.Finished finished =
                compiled(
                        """
                        export const call: Operations["callTool"]["body"] = { tool: 1 };
                        export const shown = (it: WorkspaceView): number => it.id;
                        """);
        assertThat(finished.exit()).isNotZero();
        assertThat(finished.out().lines().filter(it -> it.contains("error TS2322"))).hasSize(2);
    }
}
