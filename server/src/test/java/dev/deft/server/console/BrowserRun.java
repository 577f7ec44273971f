package dev.deft.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// One real browser, driven by the scenarios of `src/test/node/console`. Its tabs fail a scenario
/// by themselves when a page logs an error, breaks its Content-Security-Policy, asks another
/// server, or runs a script of someone else's.
public final class BrowserRun implements AutoCloseable {

    private static final Path SCRIPT = Path.of("src/test/node/browser.mjs").toAbsolutePath();
    private static final Path PACKAGES = Path.of("target/node/node_modules").toAbsolutePath();

    private final Process node;
    private final Path errors;
    private final Writer orders;
    private final BufferedReader answers;

    private BrowserRun(Process node, Path errors) {
        this.node = node;
        this.errors = errors;
        this.orders = node.outputWriter(StandardCharsets.UTF_8);
        this.answers = node.inputReader(StandardCharsets.UTF_8);
    }

    public static BrowserRun start() throws IOException {
        for (String name : List.of("playwright-core", "axe-core")) {
            assertThat(PACKAGES.resolve(name))
                    .as("./check installs it, from src/test/node to target/node")
                    .isDirectory();
        }
        Path errors = Files.createTempFile("browser", ".err");
        Process node =
                new ProcessBuilder("node", SCRIPT.toString())
                        .redirectError(errors.toFile())
                        .start();
        return new BrowserRun(node, errors);
    }

    /// Runs a scenario to its end and fails if it fails.
    ///
    /// @param scenario `file/name`
    /// @param base the address of the server, without a slash at the end
    /// @param token signs in
    public synchronized Json run(String scenario, String base, String token, Json.Obj more)
            throws IOException {
        Json.Obj arguments = more.with("base", base).with("token", token);
        orders.write(
                JsonText.write(
                        Json.Obj.EMPTY.with("scenario", scenario).with("arguments", arguments)));
        orders.write("\n");
        orders.flush();
        String line = answers.readLine();
        assertThat(line).as(() -> scenario + ": the browser has ended: " + said()).isNotNull();
        Json.Obj answer = JsonText.parseObject(line);
        assertThat(answer.text("error")).as(scenario).isEmpty();
        return answer.find("result").orElse(Json.Null.VALUE);
    }

    private String said() {
        try {
            return Files.readString(errors);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() throws IOException {
        List<ProcessHandle> all = new ArrayList<>(node.descendants().toList());
        try (orders) {
            orders.flush();
        } catch (IOException e) {
            throw new IOException("The browser had ended before: " + said(), e);
        } finally {
            end(all);
            Files.deleteIfExists(errors);
        }
    }

    private void end(List<ProcessHandle> all) {
        try {
            if (!node.waitFor(20, TimeUnit.SECONDS)) {
                node.destroyForcibly();
            }
        } catch (InterruptedException _) {
            node.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
    }
}
