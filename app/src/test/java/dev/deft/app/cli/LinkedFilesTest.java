package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the file tools do with symbolic links: they write through them, and never take away what is
/// behind one.
class LinkedFilesTest {

    @TempDir private Path root;

    @BeforeEach
    void aFileAndALinkToIt() throws Exception {
        Files.createDirectories(root.resolve("real"));
        Files.writeString(root.resolve("real/a.txt"), "one\n");
        Files.createSymbolicLink(root.resolve("link.txt"), Path.of("real/a.txt"));
        Files.createSymbolicLink(root.resolve("linked"), Path.of("real"));
    }

    private String call(String tool, String arguments) {
        return DeftRun.in(root, "", "call", tool, arguments).out();
    }

    private static String patch(String lines) {
        return "{\"patch\":\"*** Begin Patch\\n%s\\n*** End Patch\"}".formatted(lines);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "delete_file | {\"path\":\"link.txt\"}",
                "move_file | {\"from\":\"link.txt\",\"to\":\"b.txt\"}",
                "move_file | {\"from\":\"./linked/../link.txt\",\"to\":\"b.txt\"}",
            })
    void stayWhenALinkIsNamed(String tool, String arguments) {
        assertThat(call(tool, arguments))
                .contains("link.txt is a symbolic link to real/a.txt; nothing was changed.")
                .contains("\"code\":\"conflict\"");
        assertThat(root.resolve("real/a.txt")).hasContent("one\n");
        assertThat(Files.isSymbolicLink(root.resolve("link.txt"))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "*** Delete File: link.txt",
        "*** Update File: link.txt\\n*** Move to: b.txt",
    })
    void stayWhenAPatchNamesALink(String lines) {
        assertThat(call("apply_patch", patch(lines))).contains("is a symbolic link to real/a.txt");
        assertThat(root.resolve("real/a.txt")).hasContent("one\n");
    }

    @Test
    void goAwayWhenTheirDirectoryIsReachedThroughALink() {
        assertThat(call("delete_file", "{\"path\":\"linked/a.txt\"}"))
                .contains("Deleted real/a.txt");
        assertThat(root.resolve("real/a.txt")).doesNotExist();
    }

    @Test
    void areWrittenThroughALink() throws Exception {
        call("apply_patch", patch("*** Update File: link.txt\\n@@\\n-one\\n+two"));

        assertThat(root.resolve("real/a.txt")).hasContent("two\n");
        assertThat(Files.exists(root.resolve("link.txt"), LinkOption.NOFOLLOW_LINKS)).isTrue();
    }
}
