package dev.deft.undo;

import dev.deft.host.Bytes;
import dev.deft.os.change.FileState;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;

/// What was at a path before or after a change, as recorded in the log; all fields are empty if
/// nothing was there.
///
/// @param content of a file: its name in the store
/// @param permissions of a file or a directory
/// @param user the numeric owner of a file; `group` likewise
/// @param attributes of a file, in Base64
/// @param link the target of a symbolic link
/// @param directory whether it is a directory
record ChangeSide(
        Optional<String> content,
        OptionalInt permissions,
        OptionalInt user,
        OptionalInt group,
        Optional<Map<String, String>> attributes,
        Optional<String> link,
        Optional<Boolean> directory) {

    static final ChangeSide NOTHING =
            new ChangeSide(
                    Optional.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());

    boolean isAbsent() {
        return content.isEmpty() && link.isEmpty() && directory.isEmpty();
    }

    /// @param name of the content, if it is a file
    static ChangeSide of(FileState state, Optional<String> name) {
        return switch (state) {
            case FileState.Absent _ -> NOTHING;
            case FileState.Link(String target) -> NOTHING.withLink(target);
            case FileState.Directory(OptionalInt permissions) -> NOTHING.asDirectory(permissions);
            case FileState.File(_, FileAttributes fileAttributes) ->
                    new ChangeSide(
                            name,
                            fileAttributes.permissions(),
                            number(fileAttributes.owner().map(FileAttributes.Owner::user)),
                            number(fileAttributes.owner().map(FileAttributes.Owner::group)),
                            Optional.of(encoded(fileAttributes.extended()))
                                    .filter(it -> !it.isEmpty()),
                            Optional.empty(),
                            Optional.empty());
        };
    }

    private ChangeSide withLink(String target) {
        return new ChangeSide(
                content, permissions, user, group, attributes, Optional.of(target), directory);
    }

    private ChangeSide asDirectory(OptionalInt mode) {
        return new ChangeSide(content, mode, user, group, attributes, link, Optional.of(true));
    }

    private static OptionalInt number(Optional<Integer> value) {
        return value.map(OptionalInt::of).orElse(OptionalInt.empty());
    }

    private static Map<String, String> encoded(Map<String, Bytes> attributes) {
        var encoded = new TreeMap<String, String>();
        attributes.forEach((name, value) ->
                encoded.put(name, Base64.getEncoder().encodeToString(value.toArray())));
        return encoded;
    }

    /// @param named the content stored under that name, if it is a file
    FileState state(Optional<FileContent> named) {
        if (link.isPresent()) {
            return new FileState.Link(link.get());
        }
        if (directory.isPresent()) {
            return new FileState.Directory(permissions);
        }
        return named.<FileState>map(it -> new FileState.File(it, fileAttributes()))
                .orElse(FileState.absent());
    }

    private FileAttributes fileAttributes() {
        Optional<FileAttributes.Owner> owner =
                user.isPresent() && group.isPresent()
                        ? Optional.of(new FileAttributes.Owner(user.getAsInt(), group.getAsInt()))
                        : Optional.empty();
        var decoded = new TreeMap<String, Bytes>();
        attributes
                .orElse(Map.of())
                .forEach((name, value) ->
                        decoded.put(name, Bytes.wrap(Base64.getDecoder().decode(value))));
        return new FileAttributes(permissions, owner, decoded, OptionalLong.empty());
    }
}
