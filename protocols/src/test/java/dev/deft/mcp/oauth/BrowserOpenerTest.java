package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BrowserOpenerTest {

    private static final URI PAGE = URI.create("https://a.example/?x=$(touch%20evil)&y=%22;ls");

    @TempDir Path directory;
    private final List<String> lines = new ArrayList<>();
    private Path pipe;
    private Path browser;

    /// The browser writes its arguments into a pipe, so that a test can wait for them.
    @BeforeEach
    void install() throws Exception {
        pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        browser = directory.resolve("browser");
        Files.writeString(browser, "#!/bin/sh\nprintf '%s|' \"$@\" > " + pipe + "\n");
        Files.setPosixFilePermissions(browser, PosixFilePermissions.fromString("rwx------"));
    }

    private String opened(String variable) throws IOException {
        new BrowserOpener(Map.of("BROWSER", variable), lines::add).open(PAGE);
        return Files.readString(pipe);
    }

    @Test
    void opensThePageInTheBrowserOfTheUser() throws Exception {
        assertThat(opened(browser + " --new")).isEqualTo("--new|" + PAGE + "|");
        assertThat(lines).contains(PAGE.toString());
    }

    @Test
    void putsTheAddressWhereTheVariableWantsIt() throws Exception {
        assertThat(opened(browser + " -u %s -q")).isEqualTo("-u|" + PAGE + "|-q|");
    }

    @Test
    void triesTheNextBrowserIfOneIsNotThere() throws Exception {
        assertThat(opened("/no/such/browser:" + browser)).isEqualTo(PAGE + "|");
    }

    @Test
    void onlyPrintsTheAddressWithoutABrowser() {
        new BrowserOpener(Map.of(), lines::add).open(PAGE);
        assertThat(lines)
                .containsExactly(
                        "To sign in, open this address in a browser of this machine:",
                        PAGE.toString());
    }
}
