package dev.deft.os;

import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// An editor in which files of the workspace may be open with changes that are not saved, as one
/// call sees it. It is asked only about files that the call may access.
public interface CallEditor {

    /// For calls without an editor.
    CallEditor NONE =
            new CallEditor() {
                @Override
                public boolean present() {
                    return false;
                }

                @Override
                public Optional<Bytes> buffer(Path file, Bytes onDisk) {
                    return Optional.empty();
                }

                @Override
                public void planned(List<EditedFile> files) {}

                @Override
                public void changed(List<EditedFile> files) {}
            };

    /// Whether there is an editor.
    default boolean present() {
        return true;
    }

    /// The content of a file as the editor has it; empty if that is what the disk has.
    ///
    /// @param file its absolute path
    /// @throws IOException if the editor does not say; the call must not go on with what may be old
    Optional<Bytes> buffer(Path file, Bytes onDisk) throws IOException;

    /// Learns what a call that is not approved yet would change.
    void planned(List<EditedFile> files);

    /// Learns what a call has changed. The disk has it already.
    void changed(List<EditedFile> files);

    /// A change of a file.
    ///
    /// @param file its absolute path
    /// @param before as the user saw it; empty if there was no file
    /// @param after empty if it is deleted
    record EditedFile(Path file, Optional<Bytes> before, Optional<Bytes> after) {}
}
