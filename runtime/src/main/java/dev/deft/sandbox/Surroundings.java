package dev.deft.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What lies around a command: the workspace it may change, and what it must not see.
///
/// @param root the workspace, a real path
/// @param hidden further files and directories to hide, such as those of Deft itself
/// @param fixed files in the workspace that are protected here and nowhere else
/// @param shared directories with pipes that commands and we talk through; only below [#PIPES] is
///   anything to be written to
/// @param helpers the programs we start ourselves
public record Surroundings(
        Path root,
        Map<String, String> environment,
        List<Path> hidden,
        List<Path> fixed,
        List<Path> shared,
        Helpers helpers) {

    /// Where a shared directory has its pipes.
    public static final String PIPES = "pipes";

    /// Below the home directory of the user.
    private static final List<String> SECRETS_AT_HOME =
            List.of(
                    ".ssh",
                    ".aws",
                    ".azure",
                    ".gnupg",
                    ".kube",
                    ".docker",
                    ".oci",
                    ".netrc",
                    ".npmrc",
                    ".pypirc",
                    ".pgpass",
                    ".my.cnf",
                    ".git-credentials",
                    ".password-store",
                    ".bash_history",
                    ".zsh_history",
                    ".python_history",
                    ".psql_history",
                    ".mozilla",
                    ".thunderbird",
                    ".claude",
                    ".claude.json",
                    ".codex",
                    ".gemini",
                    ".cargo/credentials",
                    ".cargo/credentials.toml",
                    ".gem/credentials",
                    ".m2/settings-security.xml",
                    ".gradle/gradle.properties",
                    ".terraform.d",
                    ".config/deft",
                    ".config/gcloud",
                    ".config/gh",
                    ".config/hub",
                    ".config/git/credentials",
                    ".config/opencode",
                    ".config/google-chrome",
                    ".config/chromium",
                    ".config/rclone",
                    ".config/doctl",
                    ".local/share/deft",
                    ".local/share/keyrings",
                    ".local/share/opencode");

    private static final List<String> SECRETS_OF_THE_SYSTEM =
            List.of(
                    "/etc/shadow",
                    "/etc/shadow-",
                    "/etc/gshadow",
                    "/etc/gshadow-",
                    "/etc/sudoers",
                    "/etc/sudoers.d",
                    "/etc/ssl/private",
                    "/etc/krb5.keytab",
                    "/var/lib/docker",
                    "/var/lib/kubelet",
                    "/var/spool/cron");

    public Surroundings {
        environment = Map.copyOf(environment);
        hidden = List.copyOf(hidden);
        fixed = List.copyOf(fixed);
        shared = List.copyOf(shared);
    }

    /// The secrets that exist, except those the workspace lies in.
    public List<Path> secrets() {
        Stream<Path> home =
                home().stream().flatMap(it -> SECRETS_AT_HOME.stream().map(it::resolve));
        Stream<Path> system = SECRETS_OF_THE_SYSTEM.stream().map(Path::of);
        return Stream.of(home, system, hostKeys(), hidden.stream())
                .flatMap(it -> it)
                .filter(Files::exists)
                .filter(it -> !root.startsWith(it) && !it.startsWith(root))
                .distinct()
                .toList();
    }

    /// What commands must not change in the workspace.
    public GuardedPaths guarded() {
        return new GuardedPaths(root, fixed);
    }

    /// The home directory of the user, where it is a place of its own.
    public Optional<Path> home() {
        return Optional.ofNullable(environment.get("HOME"))
                .filter(it -> it.startsWith("/") && it.length() > 1)
                .map(Path::of);
    }

    /// Makes a home directory in which toolchains find themselves, at the places where they are.
    public void furnish(Path other) throws IOException {
        Path home = home().orElse(other);
        for (Path toolchain : home.equals(other) ? List.<Path>of() : Toolchains.below(home)) {
            Path link = other.resolve(home.relativize(toolchain));
            Files.createDirectories(other.resolve(home.relativize(toolchain.resolveSibling(""))));
            Files.createSymbolicLink(link, toolchain);
        }
    }

    private static Stream<Path> hostKeys() {
        return Stream.of("rsa", "ecdsa", "ed25519", "dsa")
                .map(it -> Path.of("/etc/ssh/ssh_host_" + it + "_key"));
    }
}
