package dev.deft.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Where compilers, runtimes and their caches lie below a home directory.
final class Toolchains {

    private static final List<String> NAMES =
            List.of(
                    ".asdf",
                    ".bun",
                    ".cargo",
                    ".deno",
                    ".dotnet",
                    ".gradle",
                    ".ivy2",
                    ".jbang",
                    ".jenv",
                    ".konan",
                    ".m2",
                    ".nodenv",
                    ".npm",
                    ".nuget",
                    ".nvm",
                    ".pyenv",
                    ".rbenv",
                    ".rustup",
                    ".sbt",
                    ".sdkman",
                    ".volta",
                    ".yarn",
                    "bin",
                    "go",
                    ".local/bin",
                    ".local/lib",
                    ".local/share/mise",
                    ".local/share/pipx",
                    ".local/share/pnpm",
                    ".local/share/uv");

    private Toolchains() {}

    /// Those there are.
    static List<Path> below(Path home) {
        return all(home).filter(Files::isDirectory).toList();
    }

    private static Stream<Path> all(Path home) {
        return NAMES.stream().map(home::resolve);
    }
}
