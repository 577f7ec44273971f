package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What a policy keeps a call from reading stays unread, also by tools that look at many files or
/// only write.
class UnreadFilesTest {

    private static final String ALL = rule("allow", "**");
    private static final String ASKED = ALL + "," + rule("ask", "private/**");

    @TempDir private Path root;
    @TempDir private Path elsewhere;

    @BeforeEach
    void aSmallWorkspace() throws Exception {
        Files.createDirectories(root.resolve("private"));
        Files.writeString(root.resolve("private/key.txt"), "word of honor\n");
        Files.writeString(root.resolve("top.txt"), "word\n");
    }

    private static String rule(String action, String pattern) {
        return """
        {"scope":"project","permission":"fs.read","pattern":"%s","action":"%s"}\
        """
                .formatted(pattern, action);
    }

    private String call(String rules, String dialect, String tool, String arguments)
            throws Exception {
        Path policy =
                Files.writeString(
                        elsewhere.resolve("policy.json"),
                        "{\"headless\":true,\"rules\":[%s]}".formatted(rules));
        return DeftRun.in(
                        root,
                        "",
                        "call",
                        tool,
                        arguments,
                        "--dialect",
                        dialect,
                        "--policy",
                        policy.toString())
                .out();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "locked | grep | {\"pattern\":\"word\"}",
                "locked | glob | {\"pattern\":\"*.txt\"}",
                "pegasus | list_files | {\"path\":\".\",\"recursive\":true}",
                "opencode | list | {}",
            })
    void areLeftOutOfATreeWhereARuleAsks(String dialect, String tool, String arguments)
            throws Exception {
        assertThat(call(ASKED, dialect, tool, arguments))
                .contains("top.txt")
                .doesNotContain("key.txt");
    }

    @Test
    void areLeftOutWhereARuleReachesOnlySoDeep() throws Exception {
        assertThat(call(rule("allow", "*/*"), "locked", "grep", "{\"pattern\":\"word\"}"))
                .contains("permission_denied");
    }

    /// The file may be written, and its old text still is nobody's business.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "write | {\"path\":\"private/key.txt\",\"content\":\"new\\n\"}",
                "apply_patch | {\"patch\":\"*** Begin Patch\\n*** Delete File: private/key.txt\\n*** End Patch\"}",
            })
    void areNotToldByADiff(String tool, String arguments) throws Exception {
        String writing = ASKED + "," + rule("allow", "**").replace("fs.read", "fs.write");

        assertThat(call(writing, "locked", tool, arguments))
                .contains("private/key.txt may not be read, so its change is not shown.")
                .doesNotContain("honor");
    }

    @Test
    void areNotToldByADiffWhereTheAgentMayNotReadThem() throws Exception {
        Path policy =
                Files.writeString(
                        elsewhere.resolve("policy.json"),
                        """
                        {"headless":true,
                         "requires":{"fs":{"read":["{workspace}/*.txt"],"write":["{workspace}/**"]}},
                         "rules":[{"scope":"project","permission":"*","pattern":"**","action":"allow"}]}
                        """);
        String replaced =
                DeftRun.in(
                                root,
                                "",
                                "call",
                                "write",
                                "{\"path\":\"private/key.txt\",\"content\":\"new\\n\"}",
                                "--policy",
                                policy.toString())
                        .out();
        assertThat(replaced).contains("Replaced private/key.txt").doesNotContain("honor");
    }
}
