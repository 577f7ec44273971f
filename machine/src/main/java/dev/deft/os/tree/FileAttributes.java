package dev.deft.os.tree;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// Everything about a file except its content. An empty component means the usual value for a new
/// file and no change for an existing one.
///
/// @param permissions as for `chmod`
/// @param extended its extended user attributes and its access control list
/// @param modified when its content last changed, in nanoseconds since 1970; empty means now
public record FileAttributes(
        OptionalInt permissions,
        Optional<Owner> owner,
        Map<String, Bytes> extended,
        OptionalLong modified) {

    public static final FileAttributes USUAL =
            new FileAttributes(
                    OptionalInt.empty(), Optional.empty(), Map.of(), OptionalLong.empty());

    public FileAttributes {
        extended = Map.copyOf(extended);
    }

    /// The owner of a file, by number.
    public record Owner(int user, int group) {}

    /// Whether they are [#USUAL]. The `equals` of a record is slow in a short run.
    public boolean isUsual() {
        return permissions.isEmpty() && owner.isEmpty() && extended.isEmpty() && modified.isEmpty();
    }

    public static FileAttributes of(int permissions) {
        return USUAL.withPermissions(OptionalInt.of(permissions));
    }

    /// The attributes of an existing file, to be copied to another one.
    public static FileAttributes of(FileStatus status, Map<String, Bytes> attributes) {
        return new FileAttributes(
                OptionalInt.of(status.permissions()),
                Optional.of(new Owner(status.owner(), status.group())),
                attributes,
                OptionalLong.empty());
    }

    public FileAttributes withPermissions(OptionalInt wanted) {
        return new FileAttributes(wanted, owner, extended, modified);
    }

    public FileAttributes withModified(OptionalLong when) {
        return new FileAttributes(permissions, owner, extended, when);
    }

    /// Fills empty components from another file's attributes.
    public FileAttributes or(FileAttributes other) {
        return new FileAttributes(
                permissions.isPresent() ? permissions : other.permissions,
                owner.isPresent() ? owner : other.owner,
                extended.isEmpty() ? other.extended : extended,
                modified);
    }
}
