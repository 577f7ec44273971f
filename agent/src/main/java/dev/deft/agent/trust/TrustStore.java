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

/// The workspaces that the user trusts: a private file for each, in the user's data directory.
///
/// @param userData the user's data directory
public record TrustStore(Path userData) {

    private static final String FILE = "trust.json";

    /// The entry of a workspace.
    ///
    /// @param root its real path
    /// @return empty if it is not trusted; always empty if the store lies inside the workspace,
    ///   where whoever can write there could trust it
    /// @throws IOException if the entry is broken
    public Optional<TrustedWorkspace> find(Path root) throws IOException {
        Path file = file(root);
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

    /// Trusts a workspace, instead of an earlier entry.
    public void put(TrustedWorkspace workspace) throws IOException {
        Json.Obj files = Json.Obj.EMPTY;
        for (Map.Entry<String, String> file : workspace.files().entrySet()) {
            files = files.with(file.getKey(), file.getValue());
        }
        Json.Obj entry =
                Json.Obj.EMPTY
                        .with("root", workspace.root().toString())
                        .with("since", workspace.since().toString())
                        .with("files", files);
        new UserFile(file(workspace.root()))
                .replace((JsonText.writeIndented(entry) + "\n").getBytes(StandardCharsets.UTF_8));
    }

    /// Stops trusting a workspace, which need not exist any more.
    ///
    /// @return whether it was trusted
    public boolean remove(Path root) throws IOException {
        return Files.deleteIfExists(file(root));
    }

    /// All entries, by path.
    ///
    /// @throws IOException if an entry is broken
    public List<TrustedWorkspace> list() throws IOException {
        List<TrustedWorkspace> all = new ArrayList<>();
        Path projects = userData.resolve("projects");
        if (!Files.isDirectory(projects)) {
            return all;
        }
        try (DirectoryStream<Path> found = Files.newDirectoryStream(projects)) {
            for (Path project : found) {
                read(project.resolve(FILE)).ifPresent(all::add);
            }
        }
        all.sort(Comparator.comparing(TrustedWorkspace::root));
        return all;
    }

    private Path file(Path root) {
        return ProjectRules.directory(userData, root).resolve(FILE);
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
