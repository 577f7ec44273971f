package dev.deft.guard;

import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A command with the questions a watchdog has about it.
record WatchedCommand(SimpleCommand command) {

    /// Directories whose loss is the loss of the machine or of a person's files.
    private static final Pattern VITAL =
            Pattern.compile(
                    "/|/\\*|//+|/(bin|boot|dev|etc|home|lib|lib32|lib64|opt|proc|root|run|sbin|srv|sys|usr|var|Users|System|Library|Applications)(/\\*?)?"
                            + "|/(home|Users)/[^/]+(/\\*?)?|/(usr|var|lib)/(bin|lib|lib64|sbin|share|local|log|spool)(/\\*?)?"
                            + "|(~|\\$HOME|\\$\\{HOME\\}|~[A-Za-z0-9_-]+)(/\\*?|/\\.\\*?)?");

    private static final int LONGEST_PATH = 4_096;

    private static final Pattern SECRET =
            Pattern.compile(
                    "(?s)(.*/|.*@|.*=|.*:)?(\\.env(\\.[a-z]+)?|\\.netrc|\\.pgpass|\\.git-credentials|\\.npmrc|\\.pypirc|id_(rsa|dsa|ecdsa|ed25519)|[^/]*\\.(pem|key|p12|pfx|keystore|jks)|credentials(\\.json)?|secrets?\\.(json|ya?ml|toml)|shadow|gshadow|kubeconfig)"
                            + "|(?s).*(/|@|=|:|^|~)\\.(ssh|aws|gnupg|kube|docker|azure)(/.*)?"
                            + "|(?s).*/\\.config/(gcloud|gh|deft)(/.*)?|/proc/(self|[0-9]+)/environ");

    /// Which program runs, or empty.
    String program() {
        return command.program().orElse("");
    }

    boolean is(String... names) {
        return Set.of(names).contains(program());
    }

    Stream<Word> arguments() {
        return command.words().stream().skip(1);
    }

    List<String> words() {
        return arguments().map(Word::display).toList();
    }

    /// Whether an option is there: a letter alone or bundled, or a long name.
    boolean hasOption(char letter, String name) {
        return words().stream()
                .anyMatch(it ->
                        (it.startsWith("--")
                                        && it.length() > 3
                                        && ("--" + name).startsWith(it.replaceFirst("=.*", "")))
                                || (it.matches("-[A-Za-z0-9]+") && it.indexOf(letter) > 0));
    }

    boolean hasWord(String... wanted) {
        return words().stream().anyMatch(Set.of(wanted)::contains);
    }

    /// Whether the second word, the first that is no option, is one of these.
    boolean hasSubcommand(String... wanted) {
        return words().stream()
                .filter(it -> !it.startsWith("-"))
                .findFirst()
                .filter(Set.of(wanted)::contains)
                .isPresent();
    }

    boolean namesSystemDirectory() {
        return arguments().anyMatch(WatchedCommand::mayBeVital);
    }

    /// `"$x"/` is the root of all where `x` is empty.
    private static boolean mayBeVital(Word word) {
        String spelled = word.display();
        boolean emptied =
                word.constant().isEmpty()
                        && spelled.matches(
                                "\\$\\{?[A-Za-z_][A-Za-z0-9_]*}?/(\\*|bin|boot|etc|home|lib|usr|var)?");
        return emptied || VITAL.matcher(normal(spelled)).matches();
    }

    /// Without `.`, `..` and needless slashes, where the path begins at the root or at a home; what
    /// is above a home counts as the root.
    private static String normal(String path) {
        if (!path.startsWith("/") && !path.startsWith("~") && !path.startsWith("$")) {
            return path;
        }
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
        String normal = String.join("/", parts);
        return path.startsWith("/") || parts.isEmpty() ? "/" + normal : normal;
    }

    boolean namesSecret() {
        return arguments().map(Word::display).anyMatch(WatchedCommand::isSecret)
                || command.redirections().stream()
                        .filter(it -> it.kind().reads())
                        .anyMatch(it -> isSecret(it.target().display()));
    }

    /// Of a longer word the end tells: no file has a longer path.
    static boolean isSecret(String path) {
        return SECRET.matcher(path.substring(Math.max(0, path.length() - LONGEST_PATH))).matches();
    }

    /// Whether it asks others what a name means, or whether they are there.
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

    /// Whether it can send something to another machine.
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
