package dev.deft.os.tree;

import dev.deft.host.Bytes;
import dev.deft.kernel.FileStatus;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/// What a file has besides its content. Where nothing is said, a new file gets what is usual and
/// one that exists keeps its own.
///
/// @param permissions as `chmod` takes them
/// @param attributes the extended attributes of its user, and its access control list
/// @param modified when its content last changed, in nanoseconds since 1970; else now
public record FileAttributes(
        OptionalInt permissions,
        Optional<Owner> owner,
        Map<String, Bytes> attributes,
        OptionalLong modified) {

    public static final FileAttributes USUAL =
            new FileAttributes(
                    OptionalInt.empty(), Optional.empty(), Map.of(), OptionalLong.empty());

    public FileAttributes {
        attributes = Map.copyOf(attributes);
    }

    /// Whose a file is, by number.
    public record Owner(int user, int group) {}

    public static FileAttributes of(int permissions) {
        return USUAL.withPermissions(OptionalInt.of(permissions));
    }

    /// Those of a file that exists, to be given to another one.
    public static FileAttributes of(FileStatus status, Map<String, Bytes> attributes) {
        return new FileAttributes(
                OptionalInt.of(status.permissions()),
                Optional.of(new Owner(status.owner(), status.group())),
                attributes,
                OptionalLong.empty());
    }

    public FileAttributes withPermissions(OptionalInt wanted) {
        return new FileAttributes(wanted, owner, attributes, modified);
    }

    public FileAttributes withModified(OptionalLong when) {
        return new FileAttributes(permissions, owner, attributes, when);
    }

    /// These, and those of another file for what they do not say.
    public FileAttributes or(FileAttributes other) {
        return new FileAttributes(
                permissions.isPresent() ? permissions : other.permissions,
                owner.isPresent() ? owner : other.owner,
                attributes.isEmpty() ? other.attributes : attributes,
                modified);
    }
}
