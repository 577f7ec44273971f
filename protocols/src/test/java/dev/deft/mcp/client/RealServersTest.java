package dev.deft.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.protocols.NodeKit;
import dev.deft.tool.Envelope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers of others, from npm.
class RealServersTest {

    @TempDir private Path root;

    @Test
    void readsAFileThroughTheFilesystemServer() throws Exception {
        Files.writeString(root.resolve("poem.txt"), "The fog comes\n");
        try (ServerDesk desk =
                ServerDesk.open(
                        root,
                        ServerDesk.program(
                                "fs",
                                NodeKit.server(NodeKit.Server.FILESYSTEM, root.toString())))) {
            assertThat(desk.notices).isEmpty();
            assertThat(desk.ids()).contains("fs_read_text_file", "fs_write_file");
            Envelope read =
                    desk.session.call(
                            "fs_read_text_file",
                            Map.of("path", root.resolve("poem.txt").toString()));
            assertThat(read.text()).contains("The fog comes");
        }
    }
}
