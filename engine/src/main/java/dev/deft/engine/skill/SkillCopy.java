package dev.deft.engine.skill;

import dev.deft.agent.skill.Skill;
import dev.deft.agent.skill.SkillPlace.SkillFile;
import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import dev.deft.os.StampedFile;
import dev.deft.os.WorkspaceTree;
import dev.deft.os.change.ChangeRecorder;
import dev.deft.os.change.FileState;
import dev.deft.state.StatePaths;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeSet;

/// Copies a skill from outside the workspace to `.deft/cache/skills`, where tools and commands can
/// read it and only Deft writes.
///
/// So nothing outside the workspace becomes readable. Whatever else is in the copy, such as files a
/// repository brought along, is removed; a copy that is right already is left alone.
final class SkillCopy {

    static final String PLACE = ".deft/cache/skills";

    private static final int MAX_FILES = 200;
    private static final int MAX_FILE_BYTES = 1 << 20;
    private static final int MAX_BYTES = 10 << 20;
    private static final int MAX_OLD_FILES = 10_000;
    private static final int READABLE = 0644;
    private static final int EXECUTABLE = 0755;

    private final WorkspaceTree tree;
    private final String directory;

    private SkillCopy(WorkspaceTree tree, String directory) {
        this.tree = tree;
        this.directory = directory;
    }

    /// A copy.
    ///
    /// @param directory relative to the root
    /// @param files relative to it
    /// @param more whether files were left out because of their number or size
    record Copied(String directory, List<String> files, boolean more) {}

    static Copied of(Skill skill, WorkspaceTree tree) throws IOException, InterruptedException {
        return new SkillCopy(tree, PLACE + "/" + skill.name()).copy(skill);
    }

    private Copied copy(Skill skill) throws IOException, InterruptedException {
        List<SkillFile> files = skill.place().files(skill.directory(), MAX_FILES + 1);
        boolean more = files.size() > MAX_FILES;
        Map<String, FileState> wanted = new LinkedHashMap<>();
        long total = 0;
        for (SkillFile file : files.subList(0, Math.min(MAX_FILES, files.size()))) {
            Optional<Bytes> content = content(skill, file);
            if (content.isEmpty() || total + content.get().size() > MAX_BYTES) {
                more = true;
                continue;
            }
            total += content.get().size();
            wanted.put(
                    directory + "/" + file.path(),
                    FileState.of(content.get(), file.executable() ? EXECUTABLE : READABLE));
        }
        put(wanted);
        int prefix = directory.length() + 1;
        return new Copied(
                directory,
                wanted.keySet().stream().map(it -> it.substring(prefix)).sorted().toList(),
                more);
    }

    /// A file that is too large is left out.
    private static Optional<Bytes> content(Skill skill, SkillFile file) throws IOException {
        try {
            return skill.place().load(skill.directory(), file.path(), MAX_FILE_BYTES);
        } catch (HostException e) {
            if (e.code() == ErrorCode.TOO_LARGE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private void put(Map<String, FileState> wanted) throws IOException, InterruptedException {
        requireOwnDirectory();
        var state = new StatePaths(Path.of(tree.root()));
        var parents = new TreeSet<Path>();
        wanted.keySet()
                .forEach(it ->
                        parents.add(state.root().resolve(it).resolveSibling(".").normalize()));
        for (Path parent : parents) {
            state.createDirectory(parent);
        }
        List<String> paths = new ArrayList<>(wanted.keySet());
        tree.filesBelow(directory, MAX_OLD_FILES).stream()
                .map(StampedFile::path)
                .filter(it -> !wanted.containsKey(it))
                .forEach(paths::add);
        var _ = tree.change(paths, current -> differing(current, wanted), ChangeRecorder.NONE);
    }

    /// A link in its place would make the copy appear elsewhere.
    private void requireOwnDirectory() throws IOException {
        if (!tree.display(directory).equals(directory)) {
            throw new HostException(
                    ErrorCode.REFUSED,
                    directory + " is a link; move it away, Deft keeps copies of skills there.");
        }
    }

    private static Map<String, FileState> differing(
            Map<String, FileState> current, Map<String, FileState> wanted) throws IOException {
        Map<String, FileState> changes = new LinkedHashMap<>();
        for (var entry : current.entrySet()) {
            FileState target =
                    Optional.ofNullable(wanted.get(entry.getKey())).orElse(FileState.absent());
            if (!isSame(entry.getValue(), target)) {
                changes.put(entry.getKey(), target);
            }
        }
        return changes;
    }

    private static boolean isSame(FileState now, FileState wanted) throws IOException {
        if (now.content().isEmpty() || wanted.content().isEmpty()) {
            return now.isAbsent() && wanted.isAbsent();
        }
        return now.content().get().isSame(wanted.content().get())
                && executable(now.permissions()) == executable(wanted.permissions());
    }

    private static boolean executable(OptionalInt permissions) {
        return permissions.isPresent() && (permissions.getAsInt() & 0100) != 0;
    }
}
