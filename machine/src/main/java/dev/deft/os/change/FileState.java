package dev.deft.os.change;

import dev.deft.host.Bytes;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import java.util.Optional;
import java.util.OptionalInt;

/// What is at a path: nothing, a file, a link or a directory.
public sealed interface FileState {

    /// Nothing.
    record Absent() implements FileState {

        private static final Absent NOTHING = new Absent();
    }

    /// A regular file.
    record File(FileContent data, FileAttributes fileAttributes) implements FileState {}

    /// A symbolic link, dangling or not.
    record Link(String target) implements FileState {}

    /// A directory without its entries, which have paths of their own.
    ///
    /// @param permissions as for `chmod`; empty means the usual ones for a new directory and no
    ///   change for an existing one
    record Directory(OptionalInt permissions) implements FileState {}

    static FileState absent() {
        return Absent.NOTHING;
    }

    static FileState of(Bytes content) {
        return new File(FileContent.of(content), FileAttributes.USUAL);
    }

    static FileState of(Bytes content, int permissions) {
        return new File(FileContent.of(content), FileAttributes.of(permissions));
    }

    /// The content of a file; empty for everything else.
    default Optional<FileContent> content() {
        return this instanceof File file ? Optional.of(file.data()) : Optional.empty();
    }

    default OptionalInt permissions() {
        if (this instanceof File file) {
            return file.fileAttributes().permissions();
        }
        return this instanceof Directory directory ? directory.permissions() : OptionalInt.empty();
    }

    default boolean isAbsent() {
        return this instanceof Absent;
    }

    default boolean isDirectory() {
        return this instanceof Directory;
    }

    /// Whether it can replace something else in one step.
    default boolean isLeaf() {
        return this instanceof File || this instanceof Link;
    }
}
