package dev.deft.agent.trust;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import dev.deft.policy.ProjectRules;
import dev.deft.policy.UserFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The workspaces that the user decided about: a private file for each, in the user's data
/// directory.
///
/// @param userData the user's data directory
public record TrustStore(Path userData) {

    private static final String FILE = "trust.json";
    private static final String REFUSAL = "no-trust.json";

    /// The entry of a workspace.
    ///
    /// @param root its real path
    /// @return empty if it is not trusted; always empty if the store lies inside the workspace,
    ///   where whoever can write there could trust it
    /// @throws IOException if the entry is broken
    public Optional<TrustedWorkspace> find(Path root) throws IOException {
        Path file = file(root, FILE);
        if (!Files.exists(file) || isInside(root)) {
            return Optional.empty();
        }
        return read(file).filter(it -> it.root().equals(root));
    }

    /// Whether the store lies inside a workspace.
    public boolean isInside(Path root) throws IOException {
        Path existing = userData.toAbsolutePath().normalize();
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        return existing.toRealPath().startsWith(root);
    }

    /// Trusts a workspace, instead of an earlier decision about it.
    public void put(TrustedWorkspace workspace) throws IOException {
        write(FILE, workspace.root(), workspace.since(), workspace.files());
        boolean _ = forgetRefusal(workspace.root());
    }

    /// Remembers that the user does not trust a workspace, instead of an earlier decision about it.
    /// This grants nothing.
    public void refuse(RefusedWorkspace workspace) throws IOException {
        boolean _ = remove(workspace.root());
        write(REFUSAL, workspace.root(), workspace.since(), workspace.files());
    }

    /// The refusal of a workspace, if the user refused to trust it.
    ///
    /// @param root its real path
    /// @throws IOException if the entry is broken
    public Optional<RefusedWorkspace> refusal(Path root) throws IOException {
        return read(file(root, REFUSAL))
                .filter(it -> it.root().equals(root))
                .map(TrustStore::refused);
    }

    /// Forgets the refusal of a workspace, so that the user is asked again.
    ///
    /// @return whether there was one
    public boolean forgetRefusal(Path root) throws IOException {
        return Files.deleteIfExists(file(root, REFUSAL));
    }

    /// Whether the user decided about a workspace: they trust it, or refused to and saw all of its
    /// files that act, as they are now.
    ///
    /// @param root its real path
    /// @return true also where the store lies inside the workspace, which cannot be trusted
    public boolean isDecided(Path root) throws IOException {
        if (isInside(root) || find(root).isPresent()) {
            return true;
        }
        Optional<RefusedWorkspace> refused = refusal(root);
        return refused.isPresent() && refused.get().covers(ActingFiles.of(root).fingerprints());
    }

    private void write(String name, Path root, Instant since, Map<String, String> fingerprints)
            throws IOException {
        Json.Obj files = Json.Obj.EMPTY;
        for (Map.Entry<String, String> file : fingerprints.entrySet()) {
            files = files.with(file.getKey(), file.getValue());
        }
        Json.Obj entry =
                Json.Obj.EMPTY
                        .with("root", root.toString())
                        .with("since", since.toString())
                        .with("files", files);
        new UserFile(file(root, name))
                .replace((JsonText.writeIndented(entry) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static RefusedWorkspace refused(TrustedWorkspace read) {
        return new RefusedWorkspace(read.root(), read.since(), read.files());
    }

    /// Stops trusting a workspace, which need not exist any more.
    ///
    /// @return whether it was trusted
    public boolean remove(Path root) throws IOException {
        return Files.deleteIfExists(file(root, FILE));
    }

    /// All entries, by path.
    ///
    /// @throws IOException if an entry is broken
    public List<TrustedWorkspace> list() throws IOException {
        return list(FILE);
    }

    /// All refusals, by path.
    ///
    /// @throws IOException if an entry is broken
    public List<RefusedWorkspace> refusals() throws IOException {
        return list(REFUSAL).stream().map(TrustStore::refused).toList();
    }

    private List<TrustedWorkspace> list(String name) throws IOException {
        List<TrustedWorkspace> all = new ArrayList<>();
        Path projects = userData.resolve("projects");
        if (!Files.isDirectory(projects)) {
            return all;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(projects)) {
            for (Path project : found) {
                read(project.resolve(name)).ifPresent(all::add);
            }
        }
        all.sort(Comparator.comparing(TrustedWorkspace::root));
        return all;
    }

    private Path file(Path root, String name) {
        return ProjectRules.directory(userData, root).resolve(name);
    }

    private static Optional<TrustedWorkspace> read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        Optional<String> text = new UserFile(file).read();
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(parsed(JsonText.parseObject(text.get())));
        } catch (JsonSyntaxException | IllegalArgumentException | DateTimeException e) {
            throw new IOException(
                    "%s is broken: %s. Delete it, then run deft trust add again."
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    private static TrustedWorkspace parsed(Json.Obj entry) {
        var files = new TreeMap<String, String>();
        if (entry.find("files").orElse(Json.Null.VALUE)
                instanceof Json.Obj(Map<String, Json> all)) {
            all.forEach((name, it) -> {
                if (it instanceof Json.Str(String fingerprint)) {
                    files.put(name, fingerprint);
                }
            });
        }
        return new TrustedWorkspace(
                Path.of(text(entry, "root")), Instant.parse(text(entry, "since")), files);
    }

    private static String text(Json.Obj entry, String key) {
        return entry.text(key).orElseThrow(() -> new IllegalArgumentException("it has no " + key));
    }
}
