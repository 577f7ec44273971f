package dev.deft.os.change;

import dev.deft.host.Bytes;
import dev.deft.os.tree.FileAttributes;
import dev.deft.os.tree.FileContent;
import java.util.Optional;
import java.util.OptionalInt;

/// What is at a path.
public sealed interface FileState {

    /// Nothing is there.
    record Absent() implements FileState {

        private static final Absent NOTHING = new Absent();
    }

    /// A regular file.
    record File(FileContent data, FileAttributes traits) implements FileState {}

    /// A symbolic link, whether it leads anywhere or not.
    record Link(String target) implements FileState {}

    /// A directory; what is in it has paths of its own.
    ///
    /// @param permissions as `chmod` takes them; nothing means the usual ones for a new directory,
    ///   and its own for one that exists
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

    /// What a file holds; nothing where there is none.
    default Optional<FileContent> content() {
        return this instanceof File file ? Optional.of(file.data()) : Optional.empty();
    }

    default OptionalInt permissions() {
        if (this instanceof File file) {
            return file.traits().permissions();
        }
        return this instanceof Directory directory ? directory.permissions() : OptionalInt.empty();
    }

    default boolean isAbsent() {
        return this instanceof Absent;
    }

    default boolean isDirectory() {
        return this instanceof Directory;
    }

    /// Whether it can be put in the place of something else in one step.
    default boolean isLeaf() {
        return this instanceof File || this instanceof Link;
    }
}
