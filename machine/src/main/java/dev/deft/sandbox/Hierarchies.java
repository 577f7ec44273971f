package dev.deft.sandbox;

import dev.deft.sandbox.ControlGroup.Controller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The hierarchies of control groups that are mounted, and our place in them.
///
/// In the first generation each controller may have a hierarchy of its own, and a group is made
/// below ours. In the second there is one for all; a group there has either processes or groups in
/// it, so ours is made beside us, below the nearest group that hands controllers down.
final class Hierarchies {

    private final List<String[]> groups;
    private final List<String[]> mounts;

    /// Looks around.
    ///
    /// @param proc where the kernel tells of processes and mounts
    Hierarchies(Path proc) {
        this.groups = lines(proc.resolve("self/cgroup"), ":", 3);
        this.mounts = lines(proc.resolve("self/mountinfo"), " ", -1);
    }

    /// Where a group can be made that counts something.
    record Place(Path parent, Set<Controller> controllers) {}

    /// The first generation of one controller.
    Optional<Path> first(Controller controller) {
        return groups.stream()
                .filter(it -> List.of(it[1].split(",", -1)).contains(controller.label()))
                .findFirst()
                .flatMap(it -> mounted("cgroup", controller.label(), it[2]));
    }

    /// The second generation, best first: a process is in one group of it only, so the one that
    /// counts most.
    List<Place> second() {
        Optional<String> own =
                groups.stream().filter(it -> it[0].equals("0")).map(it -> it[2]).findFirst();
        Optional<Path> mount = mounted("cgroup2", "", "/");
        Optional<Path> us = own.flatMap(it -> mounted("cgroup2", "", it));
        if (mount.isEmpty() || us.isEmpty()) {
            return List.of();
        }
        List<Place> places = new ArrayList<>();
        for (Path at = us.get(); at != null && at.startsWith(mount.get()); at = at.getParent()) {
            Set<Controller> handedDown = handedDown(at);
            if (!handedDown.isEmpty()) {
                places.add(new Place(at, handedDown));
            }
        }
        places.sort(Comparator.comparingInt(it -> -it.controllers().size()));
        return places;
    }

    private static Set<Controller> handedDown(Path group) {
        try {
            String names = Files.readString(group.resolve("cgroup.subtree_control"));
            return Controller.among(List.of(names.strip().split(" ", -1)));
        } catch (IOException _) {
            return Set.of();
        }
    }

    /// Where a group is to be found. In a container a mount may show a part of a hierarchy only.
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

    private static List<String[]> lines(Path file, String separator, int most) {
        try {
            return Files.readAllLines(file).stream().map(it -> it.split(separator, most)).toList();
        } catch (IOException _) {
            return List.of();
        }
    }
}
