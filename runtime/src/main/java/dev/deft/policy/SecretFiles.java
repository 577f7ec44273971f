package dev.deft.policy;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Files whose names say that they contain secrets. Unless a rule names them, reading them needs
/// approval and they are hidden from commands.
///
/// A file that is committed to git unchanged is no secret: everybody with the repository has it.
public final class SecretFiles {

    /// No file counts as a secret.
    public static final SecretFiles NONE = new SecretFiles(Optional.empty());

    private static final Set<String> NAMES =
            Set.of(
                    ".env",
                    ".netrc",
                    ".pgpass",
                    ".git-credentials",
                    ".vault-token",
                    "id_rsa",
                    "id_dsa",
                    "id_ecdsa",
                    "id_ed25519");

    private static final Set<String> ENDINGS =
            Set.of(".pem", ".key", ".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk");

    private static final String ENVIRONMENT = ".env.";

    /// The first characters of the names, and the last ones of the endings, in both cases.
    private static final String FIRST = ".iI";

    private static final String LAST = "mMyY2xXsSeEkK";
    private static final int ASCII = 128;

    /// Suffixes of templates, which contain no secrets.
    private static final Set<String> TEMPLATES =
            Set.of("example", "sample", "template", "dist", "tpl", "schema", "md");

    private final Optional<TrackedFiles> index;

    private SecretFiles(Optional<TrackedFiles> index) {
        this.index = index;
    }

    /// The secrets of a workspace.
    public static SecretFiles in(Path root) {
        return new SecretFiles(Optional.of(new TrackedFiles(root)));
    }

    /// Whether a path relative to the root is a secret.
    public boolean contains(String path) {
        return index.isPresent() && pattern(path).isPresent() && !index.get().isUnchanged(path);
    }

    /// Whether a path has the name of a secret, committed to git or not. Called for each file that
    /// a search finds, so two characters decide about most of them.
    public boolean mayContain(String path) {
        return index.isPresent() && mayMatch(path) && pattern(path).isPresent();
    }

    /// Whether the first or the last character of a name is one of a secret. What is beyond ASCII
    /// may be a letter of it in another case.
    private static boolean mayMatch(String path) {
        int name = path.lastIndexOf('/') + 1;
        if (name == path.length()) {
            return false;
        }
        char first = path.charAt(name);
        char last = path.charAt(path.length() - 1);
        return first >= ASCII
                || last >= ASCII
                || FIRST.indexOf(first) >= 0
                || LAST.indexOf(last) >= 0;
    }

    /// The built-in rule that asks about a path.
    static Optional<Rule> rule(String path) {
        return pattern(path).map(it -> new Rule(Scope.MANIFEST, Action.ASK, "fs.read", "**/" + it));
    }

    /// The pattern of the built-in list that matches the name of a path.
    static Optional<String> pattern(String path) {
        String name = path.substring(path.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
        if (NAMES.contains(name)) {
            return Optional.of(name);
        }
        if (name.startsWith(ENVIRONMENT)) {
            String last = name.substring(name.lastIndexOf('.') + 1);
            return TEMPLATES.contains(last) ? Optional.empty() : Optional.of(ENVIRONMENT + "*");
        }
        int dot = name.lastIndexOf('.');
        String ending = dot < 0 ? "" : name.substring(dot);
        return ENDINGS.contains(ending) ? Optional.of("*" + ending) : Optional.empty();
    }
}
