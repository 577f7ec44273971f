package dev.deft.policy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/// The rules a person stored for one workspace.
///
/// They are stored in the user's own directory, not in the workspace: a cloned repository must not
/// bring its own permissions.
public final class ProjectRules implements RuleStore {

    private static final int LONGEST_NAME = 200;

    private final RuleFile file;

    private ProjectRules(RuleFile file) {
        this.file = file;
    }

    public static ProjectRules of(Path userData, Path root) {
        return new ProjectRules(new RuleFile(directory(userData, root).resolve("rules.json")));
    }

    /// The directory for the user's data about one workspace.
    public static Path directory(Path userData, Path root) {
        return userData.resolve("projects").resolve(key(root));
    }

    /// The path as one file name. A hash would add a tenth to the start-up time, so only long paths
    /// are hashed.
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

    /// Reads the stored rules.
    ///
    /// @throws IOException if the file is invalid; the message has its name and the position
    public List<Rule> list() throws IOException {
        return file.list();
    }

    @Override
    public void store(Rule rule) throws IOException {
        if (rule.scope() == Scope.PROJECT) {
            file.add(rule);
        }
    }

    @Override
    public boolean revoke(Rule rule) throws IOException {
        return file.remove(rule);
    }
}
