package dev.deft.engine.skill;

import dev.deft.agent.config.UserDirectories;
import dev.deft.agent.skill.BundledPlace;
import dev.deft.agent.skill.DirectoryPlace;
import dev.deft.agent.skill.SkillPlace;
import dev.deft.os.PathScope;
import dev.deft.os.WorkspaceTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Where skills are looked for, in order: the workspace, the directories above it up to the top of
/// its repository, the user's directories, and those that come with Deft.
final class SkillPlaces {

    /// In the workspace and in each directory above it.
    private static final List<String> PROJECT =
            List.of(".agents/skills", ".claude/skills", ".deft/skills");

    /// In the home directory of the user.
    private static final List<String> HOME = List.of(".agents/skills", ".claude/skills");

    private SkillPlaces() {}

    /// @param scope the files of the workspace that may be read
    /// @param dialect `aegis` has plain files as skills too
    static List<SkillPlace> of(
            WorkspaceTree tree, PathScope scope, Map<String, String> environment, String dialect) {
        Path root = Path.of(tree.root());
        List<SkillPlace> places = new ArrayList<>();
        PROJECT.forEach(it -> places.add(new WorkspacePlace(tree, scope, it, false)));
        if (dialect.equals("aegis")) {
            places.add(new WorkspacePlace(tree, scope, ".aegis/skills", true));
        }
        for (Path above : above(root)) {
            for (String name : PROJECT) {
                Path directory = above.resolve(name);
                places.add(
                        new DirectoryPlace(
                                directory, SkillPlace.Level.PROJECT, directory.toString()));
            }
        }
        places.addAll(ofUser(root, environment));
        places.add(new BundledPlace());
        return places;
    }

    private static List<SkillPlace> ofUser(Path root, Map<String, String> environment) {
        List<SkillPlace> places = new ArrayList<>();
        Path own = UserDirectories.from(environment).config().resolve("skills");
        places.add(new DirectoryPlace(own, SkillPlace.Level.USER, own.toString()));
        String home = environment.getOrDefault("HOME", "");
        if (home.startsWith("/")) {
            for (String name : HOME) {
                Path directory = Path.of(home).resolve(name);
                if (!directory.equals(root.resolve(name))) {
                    places.add(new DirectoryPlace(directory, SkillPlace.Level.USER, "~/" + name));
                }
            }
        }
        return places;
    }

    /// The directories above the workspace up to the top of its repository, nearest first; none
    /// without a repository, since directories above may belong to others.
    private static List<Path> above(Path root) {
        List<Path> above = new ArrayList<>();
        Optional<Path> place = Optional.of(root);
        while (place.isPresent()) {
            if (!place.get().equals(root)) {
                above.add(place.get());
            }
            if (Files.exists(place.get().resolve(".git"))) {
                return above;
            }
            place = Optional.ofNullable(place.get().getParent());
        }
        return List.of();
    }
}
