package dev.deft.app.cli.mcp;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// Servers that are added by their name alone.
enum ServerPreset {
    /// Chrome, by its developer tools.
    BROWSER("browser", "chrome-devtools-mcp@latest"),
    /// Browsers, by Playwright.
    PLAYWRIGHT("playwright", "@playwright/mcp@latest");

    /// The program that runs packages of npm.
    static final String RUNNER = "npx";

    private final String preset;
    private final String npm;

    ServerPreset(String preset, String npm) {
        this.preset = preset;
        this.npm = npm;
    }

    static Optional<ServerPreset> of(String name) {
        return Arrays.stream(values()).filter(it -> it.preset.equals(name)).findFirst();
    }

    /// The arguments of [#RUNNER].
    List<String> arguments() {
        return List.of("-y", npm);
    }
}
