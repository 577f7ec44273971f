package dev.deft.server.console;

import dev.deft.json.Json;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A browser that lives longer than its server.
@Tag("slow")
class ConsoleReconnectTest {

    @TempDir private Path directory;

    /// A server in a process of its own.
    private record Killable(Process process, String base, String token) implements AutoCloseable {

        static Killable start(Path directory, int port) throws IOException {
            List<String> command =
                    new ArrayList<>(
                            List.of(
                                    ProcessHandle.current().info().command().orElse("java"),
                                    "-XX:TieredStopAtLevel=1",
                                    "--enable-native-access=ALL-UNNAMED",
                                    "-cp",
                                    System.getProperty(
                                            "surefire.test.class.path",
                                            System.getProperty("java.class.path")),
                                    ConsoleServerMain.class.getName(),
                                    directory.toString(),
                                    Integer.toString(port)));
            Process process =
                    new ProcessBuilder(command)
                            .redirectError(directory.resolve("server.err").toFile())
                            .start();
            String line = process.inputReader(StandardCharsets.UTF_8).readLine();
            if (line == null) {
                throw new IOException(Files.readString(directory.resolve("server.err")));
            }
            String[] words = line.split(" ", 2);
            return new Killable(process, words[0], words[1]);
        }

        int port() {
            return URI.create(base).getPort();
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.onExit().join();
        }
    }

    @Test
    void goesOnAfterTheServerWasKilledWithNothingLostOrDoubled() throws Exception {
        Json.Obj given =
                Json.Obj.EMPTY.with("workspace", ConsoleServer.WORKSPACE).with("gate", "go");
        try (BrowserRun browser = BrowserRun.start()) {
            int port;
            String token;
            try (Killable first = Killable.start(directory, 0)) {
                port = first.port();
                token = first.token();
                Json made =
                        browser.run(
                                "setup/blank",
                                first.base(),
                                token,
                                given.with("title", "Survives"));
                String session = ((Json.Obj) made).text("session").orElseThrow();
                var _ =
                        browser.run(
                                "conversation/begin",
                                first.base(),
                                token,
                                given.with("session", session));
            }
            String base = "http://127.0.0.1:" + port;
            var _ = browser.run("conversation/broken", base, token, given);
            try (Killable second = Killable.start(directory, port)) {
                Files.writeString(directory.resolve("gates/go"), "");
                var _ = browser.run("conversation/mended", second.base(), token, given);
            }
        }
    }
}
