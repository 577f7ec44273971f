package dev.deft.sandbox;

import dev.deft.sandbox.ControlGroup.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The mounted cgroup hierarchies, and our own group in them.
///
/// In v1 each controller may have its own hierarchy, and new groups are created below ours. In v2
/// there is one hierarchy, and a group has either processes or child groups, so new groups are
/// created next to ours, below the nearest group that delegates controllers.
final class Hierarchies {

    private final List<String[]> groups;
    private final List<String[]> mounts;

    /// @param proc the directory `/proc`, which lists our groups and mounts
    Hierarchies(Path proc) {
        this.groups = lines(proc.resolve("self/cgroup"), ":", 3);
        this.mounts = lines(proc.resolve("self/mountinfo"), " ", -1);
    }

    /// Where a group can be created, and what it would limit.
    record Parent(Path parent, Set<Controller> controllers) {}

    /// Our group in the v1 hierarchy of a controller.
    Optional<Path> v1(Controller controller) {
        return groups.stream()
                .filter(it -> List.of(it[1].split(",", -1)).contains(controller.label()))
                .findFirst()
                .flatMap(it -> mounted("cgroup", controller.label(), it[2]));
    }

    /// The possible parents in v2, those with the most controllers first: a process can be in one
    /// v2 group only.
    List<Parent> v2() {
        Optional<String> ourPath =
                groups.stream().filter(it -> it[0].equals("0")).map(it -> it[2]).findFirst();
        Optional<Path> mount = mounted("cgroup2", "", "/");
        Optional<Path> ourGroup = ourPath.flatMap(it -> mounted("cgroup2", "", it));
        if (mount.isEmpty() || ourGroup.isEmpty()) {
            return List.of();
        }
        List<Parent> parents = new ArrayList<>();
        for (Path at = ourGroup.get();
                at != null && at.startsWith(mount.get());
                at = at.getParent()) {
            Set<Controller> handedDown = delegated(at);
            if (!handedDown.isEmpty()) {
                parents.add(new Parent(at, handedDown));
            }
        }
        parents.sort((a, b) -> Integer.compare(b.controllers().size(), a.controllers().size()));
        return parents;
    }

    private static Set<Controller> delegated(Path group) {
        try {
            String names = Files.readString(group.resolve("cgroup.subtree_control"));
            return Controller.among(List.of(names.strip().split(" ", -1)));
        } catch (IOException _) {
            return Set.of();
        }
    }

    /// The directory of a group. In a container, a mount may show only part of a hierarchy.
    private Optional<Path> mounted(String type, String option, String group) {
        for (String[] it : mounts) {
            boolean fits =
                    it.length > 9
                            && it[it.length - 3].equals(type)
                            && (option.isEmpty()
                                    || List.of(it[it.length - 1].split(",", -1)).contains(option));
            if (fits) {
                boolean part = it[3].length() > 1 && (group + "/").startsWith(it[3] + "/");
                String below = part ? group.substring(it[3].length()) : group;
                return Optional.of(Path.of(it[4], below).normalize());
            }
        }
        return Optional.empty();
    }

    private static List<String[]> lines(Path file, String separator, int limit) {
        try {
            return Files.readAllLines(file).stream().map(it -> it.split(separator, limit)).toList();
        } catch (IOException _) {
            return List.of();
        }
    }
}
