package dev.deft.agent.skill;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Skills in a directory outside the workspace: one of the user, or of the repository above the
/// workspace.
///
/// A user may keep skills elsewhere and link to them; a repository may not, since its links would
/// show the model files that are not meant for it.
///
/// @param directory which need not exist
public record DirectoryPlace(Path directory, Level level, String label) implements SkillPlace {

    private static final int MAX_DEPTH = 6;

    @Override
    public boolean inWorkspace() {
        return false;
    }

    @Override
    public List<String> names() throws IOException {
        if (level != Level.USER && Files.isSymbolicLink(directory)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(this::mayHoldASkill)
                    .map(it -> String.valueOf(it.getFileName()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
    }

    private boolean mayHoldASkill(Path path) {
        return level == Level.USER
                ? Files.isDirectory(path)
                : Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<SkillFile> files(String skill, int most) throws IOException {
        Path top = directory.resolve(skill).toRealPath();
        try (Stream<Path> all = Files.walk(top, MAX_DEPTH)) {
            return all.filter(it -> Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS))
                    .map(it -> new SkillFile(top.relativize(it).toString(), Files.isExecutable(it)))
                    .filter(it -> isVisible(it.path()))
                    .limit(most)
                    .sorted((a, b) -> a.path().compareTo(b.path()))
                    .toList();
        } catch (java.io.UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /// Directories such as `.git` are no part of a skill.
    private static boolean isVisible(String path) {
        return !path.startsWith(".") && !path.contains("/.");
    }

    @Override
    public Optional<Bytes> load(String skill, String file, int maxBytes) throws IOException {
        Path real;
        try {
            Path top = directory.resolve(skill).toRealPath();
            real = top.resolve(file).toRealPath();
            if (!real.startsWith(top) || !Files.isRegularFile(real)) {
                throw new HostException(
                        ErrorCode.REFUSED, file + " is not a file of the skill's own directory.");
            }
        } catch (NoSuchFileException | NotDirectoryException _) {
            return Optional.empty();
        }
        try (InputStream in = Files.newInputStream(real, LinkOption.NOFOLLOW_LINKS)) {
            byte[] content = in.readNBytes(maxBytes + 1);
            if (content.length > maxBytes) {
                throw tooLarge(file, maxBytes);
            }
            return Optional.of(Bytes.wrap(content));
        }
    }

    static HostException tooLarge(String file, int maxBytes) {
        return new HostException(
                ErrorCode.TOO_LARGE, "%s is larger than %d KB.".formatted(file, maxBytes / 1024));
    }

    @Override
    public String location(String skill, String file) {
        return directory.resolve(skill).resolve(file).toString();
    }
}
