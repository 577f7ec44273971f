package dev.deft.guard;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/// The rules a person stored for one workspace.
///
/// They lie in the user's own directory, not in the workspace: a repository somebody cloned must
/// not bring its own permissions.
public final class ProjectRules implements RuleKeeper {

    private static final int LONGEST_NAME = 200;

    private final Path file;

    private ProjectRules(Path file) {
        this.file = file;
    }

    public static ProjectRules of(Path userData, Path root) {
        return new ProjectRules(
                userData.resolve("projects").resolve(key(root)).resolve("rules.json"));
    }

    /// The path as one file name; a hash would cost a tenth of a start, so only a long path has
    /// one.
    private static String key(Path root) {
        String name = root.toString().replace("%", "%25").replace("/", "%2F");
        return name.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME ? name : hash(root);
    }

    private static String hash(Path root) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(root.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    /// Reads the stored rules; there may be none yet.
    ///
    /// @throws IOException when the file is broken, with its name and the place
    public List<Rule> list() throws IOException {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException _) {
            return List.of();
        }
        try {
            return PolicyFile.read(JsonText.parseObject(text)).rules().orElse(List.of());
        } catch (JsonSyntaxException | IllegalArgumentException e) {
            throw new IOException(
                    "The rules in %s are broken: %s. Mend or remove the file."
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    @Override
    public void keep(Rule rule) throws IOException {
        if (rule.scope() != Scope.PROJECT) {
            return;
        }
        List<Rule> all = new ArrayList<>(list());
        if (!all.contains(rule)) {
            all.add(rule);
            store(all);
        }
    }

    /// Forgets a rule.
    ///
    /// @return whether there was such a rule
    public boolean revoke(Rule rule) throws IOException {
        List<Rule> all = new ArrayList<>(list());
        boolean removed = all.remove(rule);
        if (removed) {
            store(all);
        }
        return removed;
    }

    private void store(List<Rule> rules) throws IOException {
        Json.Obj json = PolicyFile.write(rules);
        Path directory = file.toAbsolutePath().getParent();
        if (directory == null) {
            throw new IOException("There is no place for " + file);
        }
        Files.createDirectories(directory);
        Path fresh =
                Files.createTempFile(
                        directory,
                        "rules",
                        ".tmp",
                        PosixFilePermissions.asFileAttribute(
                                PosixFilePermissions.fromString("rw-------")));
        try {
            Files.writeString(fresh, JsonText.writeIndented(json) + "\n");
            Files.move(
                    fresh,
                    file,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }
}
