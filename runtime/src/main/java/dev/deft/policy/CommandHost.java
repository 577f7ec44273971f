package dev.deft.policy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A remote machine on which some commands run, over SSH.
///
/// @param user the remote user; absent for the local user name
/// @param names the commands that run there
/// @param identity the file with the private key; absent for the default of `ssh`
/// @param knownHosts the file with the host key; absent for the default of `ssh`
public record CommandHost(
        Optional<String> user,
        String host,
        OptionalInt port,
        List<String> names,
        Optional<String> identity,
        Optional<String> knownHosts) {

    private static final Pattern ADDRESS =
            Pattern.compile(
                    "(?:([A-Za-z0-9_][A-Za-z0-9_.-]*)@)?"
                            + "([A-Za-z0-9][A-Za-z0-9_.-]*|\\[[0-9A-Fa-f:.]+])"
                            + "(?::([0-9]{1,5}))?");

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]*");

    /// `ssh` gives other characters a special meaning.
    private static final Pattern PATH = Pattern.compile("~?/[^\"%$\\\\\\p{Cntrl}]+");

    /// Builtins and keywords of the shell, which take precedence over the PATH.
    private static final Set<String> SHELL_WORDS =
            Set.of(
                    "alias",
                    "bg",
                    "bind",
                    "break",
                    "builtin",
                    "caller",
                    "case",
                    "cd",
                    "command",
                    "compgen",
                    "complete",
                    "compopt",
                    "continue",
                    "coproc",
                    "declare",
                    "dirs",
                    "disown",
                    "do",
                    "done",
                    "echo",
                    "elif",
                    "else",
                    "enable",
                    "esac",
                    "eval",
                    "exec",
                    "exit",
                    "export",
                    "false",
                    "fc",
                    "fg",
                    "fi",
                    "for",
                    "function",
                    "getopts",
                    "hash",
                    "help",
                    "history",
                    "if",
                    "in",
                    "jobs",
                    "kill",
                    "let",
                    "local",
                    "logout",
                    "mapfile",
                    "popd",
                    "printf",
                    "pushd",
                    "pwd",
                    "read",
                    "readarray",
                    "readonly",
                    "return",
                    "select",
                    "set",
                    "shift",
                    "shopt",
                    "source",
                    "suspend",
                    "test",
                    "then",
                    "time",
                    "times",
                    "trap",
                    "true",
                    "type",
                    "typeset",
                    "ulimit",
                    "umask",
                    "unalias",
                    "unset",
                    "until",
                    "wait",
                    "while");

    public CommandHost {
        names = List.copyOf(names);
        names.forEach(CommandHost::check);
        identity.ifPresent(it -> check("identity", it));
        knownHosts.ifPresent(it -> check("known_hosts", it));
    }

    /// Reads an address such as `deploy@build.example.org:2222`.
    ///
    /// @throws IllegalArgumentException if the address is invalid; the message names the mistake
    public static CommandHost at(
            String address,
            List<String> names,
            Optional<String> identity,
            Optional<String> knownHosts) {
        Matcher parts = ADDRESS.matcher(address);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "commands.host.address: `%s` is not user@host:port; user and port are optional, and an IPv6 address needs brackets"
                            .formatted(address));
        }
        return new CommandHost(
                Optional.ofNullable(parts.group(1)),
                parts.group(2).replace("[", "").replace("]", ""),
                port(Optional.ofNullable(parts.group(3))),
                names,
                identity,
                knownHosts);
    }

    /// The address as [#at] reads it.
    public String address() {
        return user.map(it -> it + "@").orElse("")
                + (host.indexOf(':') < 0 ? host : "[" + host + "]")
                + (port.isPresent() ? ":" + port.getAsInt() : "");
    }

    /// The file with the private key.
    ///
    /// @param environment has the home directory
    public Optional<Path> identityFile(Map<String, String> environment) {
        return identity.map(it -> real(it, environment));
    }

    /// The file with the host key.
    ///
    /// @param environment has the home directory
    public Optional<Path> knownHostsFile(Map<String, String> environment) {
        return knownHosts.map(it -> real(it, environment));
    }

    /// Follows links, so that a name cannot hide where the file is.
    private static Path real(String text, Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "/");
        Path path = Path.of(text.startsWith("~/") ? home + text.substring(1) : text).normalize();
        try {
            return path.toRealPath();
        } catch (IOException _) {
            return path;
        }
    }

    private static OptionalInt port(Optional<String> digits) {
        if (digits.isEmpty()) {
            return OptionalInt.empty();
        }
        int port = Integer.parseInt(digits.get());
        if (port < 1 || port > 65_535) {
            throw new IllegalArgumentException(
                    "commands.host.address: a port is from 1 to 65535, not " + port);
        }
        return OptionalInt.of(port);
    }

    private static void check(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    "commands.host.names: `%s` is not the plain name of a command".formatted(name));
        }
        if (SHELL_WORDS.contains(name)) {
            throw new IllegalArgumentException(
                    "commands.host.names: the shell runs %s itself, so it would never reach the host"
                            .formatted(name));
        }
    }

    private static void check(String part, String path) {
        if (!PATH.matcher(path).matches()) {
            throw new IllegalArgumentException(
                    "commands.host.%s: `%s` is not a path that begins with / or ~/ and is free of quotes, backslashes, %% and $"
                            .formatted(part, path));
        }
    }
}
