package dev.deft.os;

import java.util.List;

/// Formats lists of paths for messages and bounds their length.
public final class DisplayPaths {

    private static final int MOST = 20;

    private DisplayPaths() {}

    /// All paths, or the first ones and the number of the others.
    public static String of(List<String> paths) {
        return paths.size() <= MOST
                ? String.join(", ", paths)
                : "%s and %d more"
                        .formatted(String.join(", ", paths.subList(0, MOST)), paths.size() - MOST);
    }
}
