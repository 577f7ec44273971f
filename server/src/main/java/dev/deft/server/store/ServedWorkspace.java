package dev.deft.server.store;

import java.nio.file.Path;
import java.util.regex.Pattern;

/// A workspace that servers offer.
///
/// @param id its name in addresses: letters, digits, `-`, `_` and `.`
/// @param root where it is on this machine
public record ServedWorkspace(String id, Path root) {

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    public ServedWorkspace {
        if (!ID.matcher(id).matches()) {
            throw new IllegalArgumentException(
                    "a workspace is named with letters, digits, -, _ and .: " + id);
        }
    }
}
