package dev.deft.engine.skill;

import dev.deft.agent.skill.SkillPlace;
import dev.deft.host.Bytes;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.os.PathScope;
import dev.deft.os.WorkspaceTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Skills in the workspace. Only names are listed directly; every content is read as tools read
/// files, so a link cannot lead out.
///
/// @param directory relative to the root
/// @param plain whether its skills are plain files
record WorkspacePlace(WorkspaceTree tree, PathScope scope, String directory, boolean plain)
        implements SkillPlace {

    @Override
    public Level level() {
        return Level.PROJECT;
    }

    @Override
    public String label() {
        return directory;
    }

    @Override
    public boolean inWorkspace() {
        return true;
    }

    @Override
    public List<String> names() throws IOException {
        Path place = Path.of(tree.root()).resolve(directory);
        if (!Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        Path own = Path.of(tree.root()).resolve(tree.display(directory));
        try (Stream<Path> all = Files.list(own)) {
            return all.filter(this::mayBeASkill)
                    .map(it -> String.valueOf(it.getFileName()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException | NotDirectoryException _) {
            return List.of();
        }
    }

    private boolean mayBeASkill(Path path) {
        boolean link = Files.isSymbolicLink(path);
        return plain
                ? path.toString().endsWith(".md")
                        && (link || Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS))
                : link || Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    @Override
    public List<SkillFile> files(String skill, int most) throws IOException {
        if (plain) {
            return List.of();
        }
        String own = tree.display(directory + "/" + skill);
        return tree.filesBelow(own, most).stream()
                .filter(it -> scope.mayRead(it.path()))
                .map(it -> new SkillFile(it.path().substring(own.length() + 1), false))
                .toList();
    }

    @Override
    public Optional<Bytes> load(String skill, String file, int maxBytes) throws IOException {
        WorkspaceFiles files = tree.filesAsTheyAre(scope);
        WorkspacePath path = files.resolve(path(skill, file));
        return files.info(path).exists()
                ? Optional.of(files.load(path, maxBytes))
                : Optional.empty();
    }

    private String path(String skill, String file) {
        return plain ? directory + "/" + file : directory + "/" + skill + "/" + file;
    }

    @Override
    public String location(String skill, String file) {
        return Path.of(tree.root()).resolve(path(skill, file)).toString();
    }

    /// The directory of a skill, relative to the root.
    String directory(String skill) {
        return plain ? directory : directory + "/" + skill;
    }
}
