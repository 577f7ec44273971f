package dev.deft.sandbox;

import dev.deft.policy.CommandFiles.Access;
import dev.deft.sandbox.ScannedNode.Ruled;
import dev.deft.sandbox.WorkspaceScan.Found;
import dev.deft.sandbox.WorkspaceView.Place;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Puts together what was found in the directories of a tree.
final class FoundBuilder {

    private final Path top;
    private final Access whole;
    private final Map<Path, Place> places = new TreeMap<>();
    private final Map<Path, Object> protectedPaths = new HashMap<>();
    private final List<Path> special = new ArrayList<>();
    private final List<Path> repositories = new ArrayList<>();
    private final List<Place> pinned = new ArrayList<>();

    /// @param whole the access where no rule says otherwise
    FoundBuilder(Path top, Access whole, Collection<ScannedNode> nodes) {
        this.top = top;
        this.whole = whole;
        for (ScannedNode node : nodes) {
            protectedPaths.putAll(node.listing().protectedEntries());
            special.addAll(node.listing().special());
            if (node.isRepository()) {
                repositories.add(node.path());
            }
            for (Ruled it : node.places()) {
                places.put(it.place().path(), it.place());
                if (!it.anywhere()) {
                    pinned.add(it.place());
                }
            }
        }
    }

    /// The parent directories of paths with rules of their own are mounted over themselves, because
    /// mount points cannot be moved away.
    Found found() {
        for (Place it : pinned) {
            Path above = it.path().getParent();
            while (above != null && !above.equals(top) && !places.containsKey(above)) {
                Access access = around(above);
                if (access != Access.NONE) {
                    places.put(above, new Place(above, access, true));
                }
                above = above.getParent();
            }
        }
        Collections.sort(special);
        Collections.sort(repositories);
        return new Found(
                Map.copyOf(protectedPaths),
                new WorkspaceView(whole, List.copyOf(places.values())),
                List.copyOf(special),
                List.copyOf(repositories));
    }

    private Access around(Path path) {
        for (Path it = path; it != null && !it.equals(top); it = it.getParent()) {
            Place place = places.get(it);
            if (place != null) {
                return place.access();
            }
        }
        return whole;
    }
}
