package dev.deft.guard;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A command, with the properties a watchdog decides by.
record WatchedCommand(SimpleCommand command) {

    /// System directories and home directories.
    private static final Pattern SYSTEM_DIRECTORY =
            Pattern.compile(
                    "/|/\\*|//+|/(bin|boot|dev|etc|home|lib|lib32|lib64|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications)(/\\*?)?"
                            + "|/(home|Users)/[^/]+(/\\*?)?|/(usr|var|lib)/(bin|lib|lib64|sbin|share|local|log|spool)(/\\*?)?"
                            + "|(~|\\$HOME|\\$\\{HOME\\}|~[A-Za-z0-9_-]+)(/\\*?|/\\.\\*?)?");

    /// Options of `git` and `systemctl` before the subcommand that take the next word as their
    /// value.
    private static final Set<String> GLOBAL_OPTIONS_WITH_VALUE =
            Set.of(
                    "-C",
                    "-c",
                    "--git-dir",
                    "--work-tree",
                    "--namespace",
                    "--config-env",
                    "--super-prefix",
                    "-H",
                    "--host",
                    "-M",
                    "--machine",
                    "--root");

    private static final int LONGEST_PATH = 4_096;

    private static final Pattern SECRET =
            Pattern.compile(
                    "(?s)(.*/|.*@|.*=|.*:)?(\\.env(\\.[a-z]+)?|\\.netrc|\\.pgpass|\\.git-credentials|\\.npmrc|\\.pypirc|id_(rsa|dsa|ecdsa|ed25519)|[^/]*\\.(pem|key|p12|pfx|keystore|jks)|credentials(\\.json)?|secrets?\\.(json|ya?ml|toml)|shadow|gshadow|kubeconfig)"
                            + "|(?s).*(/|@|=|:|^|~)\\.(ssh|aws|gnupg|kube|docker|azure)(/.*)?"
                            + "|(?s).*/\\.config/(gcloud|gh|deft)(/.*)?|/proc/(self|[0-9]+)/environ");

    /// The program, or empty if it is not known.
    String program() {
        return command.program().orElse("");
    }

    /// Compares one by one: a set would be made anew for each of the many questions.
    boolean is(String... names) {
        String program = program();
        for (String it : names) {
            if (it.equals(program)) {
                return true;
            }
        }
        return false;
    }

    Stream<Word> arguments() {
        return command.words().stream().skip(1);
    }

    List<String> words() {
        return arguments().map(Word::display).toList();
    }

    /// Whether the command has an option: its letter alone or bundled, or its long name or a prefix
    /// of that.
    boolean hasOption(char letter, String name) {
        String bundled = "-[A-Za-z0-9]*" + letter + "[A-Za-z0-9]*";
        return words().stream()
                .anyMatch(it -> it.matches(bundled) || isPrefix(it.replaceFirst("=.*", ""), name));
    }

    private static boolean isPrefix(String option, String name) {
        return option.length() > 2 && ("--" + name).startsWith(option);
    }

    boolean isRecursive() {
        return hasOption('r', "recursive") || hasOption('R', "recursive");
    }

    boolean hasWord(String... wanted) {
        return words().stream().anyMatch(Set.of(wanted)::contains);
    }

    /// Whether the first argument that is neither an option nor the value of one is among these.
    boolean hasSubcommand(String... wanted) {
        List<String> words = words();
        int at = 0;
        while (at < words.size() && words.get(at).startsWith("-")) {
            at += GLOBAL_OPTIONS_WITH_VALUE.contains(words.get(at)) ? 2 : 1;
        }
        return at < words.size() && Set.of(wanted).contains(words.get(at));
    }

    boolean namesSystemDirectory() {
        return arguments().anyMatch(WatchedCommand::mayBeSystemDirectory);
    }

    /// `"$x"/` is the root directory if `x` is empty.
    private static boolean mayBeSystemDirectory(Word word) {
        String text = word.display();
        boolean rootIfEmpty =
                word.constant().isEmpty()
                        && text.matches(
                                "\\$\\{?[A-Za-z_][A-Za-z0-9_]*}?/(\\*|bin|boot|etc|home|lib|usr|var)?");
        boolean anchored = text.matches("(?s)[/~$].*");
        return rootIfEmpty || (anchored && SYSTEM_DIRECTORY.matcher(normalized(text)).matches());
    }

    /// Removes `.`, `..` and repeated slashes from absolute paths and from paths in a home
    /// directory. Everything above a home directory counts as the root.
    private static String normalized(String path) {
        List<String> parts = new ArrayList<>();
        for (String part : path.split("/", -1)) {
            if (part.equals("..")) {
                if (parts.isEmpty()) {
                    return "/";
                }
                parts.removeLast();
            } else if (!part.isEmpty() && !part.equals(".")) {
                parts.add(part);
            }
        }
        String joined = String.join("/", parts);
        return path.startsWith("/") || parts.isEmpty() ? "/" + joined : joined;
    }

    boolean namesSecret() {
        return words().stream().anyMatch(WatchedCommand::isSecret) || redirectsFromSecret();
    }

    boolean redirectsFromSecret() {
        return command.redirections().stream()
                .filter(it -> it.kind().reads())
                .anyMatch(it -> isSecret(it.target().display()));
    }

    /// Only the end of a long word is matched: no file has a longer path.
    static boolean isSecret(String path) {
        return SECRET.matcher(path.substring(Math.max(0, path.length() - LONGEST_PATH))).matches();
    }

    /// Whether it looks up names or probes hosts.
    boolean resolvesNames() {
        return is(
                "nslookup",
                "dig",
                "host",
                "drill",
                "delv",
                "kdig",
                "resolvectl",
                "getent",
                "ping",
                "ping6",
                "fping",
                "hping3",
                "traceroute",
                "tracepath",
                "mtr",
                "whois",
                "finger");
    }

    /// Whether it can send data to another machine.
    boolean usesNetwork() {
        return resolvesNames()
                || is(
                        "curl",
                        "wget",
                        "nc",
                        "ncat",
                        "netcat",
                        "socat",
                        "telnet",
                        "ssh",
                        "scp",
                        "sftp",
                        "rsync",
                        "ftp",
                        "tftp",
                        "mail",
                        "sendmail",
                        "http",
                        "https",
                        "xh",
                        "aws",
                        "gsutil",
                        "rclone",
                        "openssl")
                || command.redirections().stream()
                        .anyMatch(it -> it.target().prefix().matches("/dev/(tcp|udp)/.*"));
    }

    boolean writesTo(Pattern paths) {
        boolean writer =
                is(
                        "rm",
                        "mv",
                        "cp",
                        "tee",
                        "dd",
                        "ln",
                        "install",
                        "truncate",
                        "shred",
                        "chmod",
                        "chown",
                        "unlink",
                        "touch",
                        "rsync",
                        "sed",
                        "perl",
                        "ed",
                        "mkdir",
                        "rmdir",
                        "tar",
                        "unzip",
                        "patch");
        return (writer
                        && arguments()
                                .map(Word::display)
                                .anyMatch(it -> paths.matcher(it).matches()))
                || command.redirections().stream()
                        .filter(it -> it.kind().writes())
                        .anyMatch(it -> paths.matcher(it.target().display()).matches());
    }
}
