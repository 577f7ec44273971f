package dev.deft.agent.trust;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// A workspace as it is now, beside what the user trusted.
///
/// @param since when the user trusted it
/// @param changed files that are new or have changed since
/// @param gone files that were trusted and no longer exist
public record TrustReport(
        Path root,
        Optional<Instant> since,
        ActingFiles found,
        List<Line> acts,
        SortedSet<String> changed,
        SortedSet<String> gone) {

    public TrustReport {
        acts = List.copyOf(acts);
    }

    /// One thing that the workspace does.
    ///
    /// @param changed the files behind it that are not trusted as they are
    /// @param used whether all files behind it are trusted as they are
    public record Line(ActingFiles.Act act, List<String> changed, boolean used) {

        public Line {
            changed = List.copyOf(changed);
        }
    }

    /// Files that cannot be trusted, a sentence each.
    public List<String> problems() {
        return found.problems();
    }

    /// Compares a workspace with what the user trusted.
    ///
    /// @param root a real path
    public static TrustReport of(TrustStore store, Path root) throws IOException {
        Optional<TrustedWorkspace> trusted = store.find(root);
        ActingFiles found = ActingFiles.of(root);
        SortedSet<String> changed = new TreeSet<>();
        SortedSet<String> gone = new TreeSet<>();
        if (trusted.isPresent()) {
            gone.addAll(trusted.get().files().keySet());
            gone.removeAll(found.fingerprints().keySet());
            for (Map.Entry<String, String> it : found.fingerprints().entrySet()) {
                if (!it.getValue().equals(trusted.get().files().get(it.getKey()))) {
                    changed.add(it.getKey());
                }
            }
        }
        List<Line> lines = new ArrayList<>();
        for (ActingFiles.Act act : found.acts()) {
            List<String> own =
                    act.files().stream()
                            .filter(it ->
                                    changed.contains(it) || !found.fingerprints().containsKey(it))
                            .toList();
            lines.add(new Line(act, own, trusted.isPresent() && own.isEmpty()));
        }
        return new TrustReport(
                root, trusted.map(TrustedWorkspace::since), found, lines, changed, gone);
    }
}
