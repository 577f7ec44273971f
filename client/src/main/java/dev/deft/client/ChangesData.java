package dev.deft.client;

import java.util.List;
import java.util.Optional;

/// Written by the build from the description of the API; see `GeneratedFilesTest`.
///
/// What is sent and received about changes.
public final class ChangesData {
    private ChangesData() {}

    /// `DiffView` of the API.
    ///
    /// @param diff A unified diff
    public record DiffView(String diff, List<ChangesData.FileDiff> files) {}

    /// `FileDiff` of the API.
    public record FileDiff(String path, long added, long removed) {}

    /// `ForkOrder` of the API.
    ///
    /// @param entry The last entry to copy; absent for all
    /// @param id The id of the copy
    public record ForkOrder(Optional<Long> entry, Optional<String> id) {

        /// Without what may be left out.
        public ForkOrder() {
            this(Optional.empty(), Optional.empty());
        }

        /// The same with `entry`.
        public ForkOrder withEntry(Long value) {
            return new ForkOrder(Optional.of(value), id);
        }

        /// The same with `id`.
        public ForkOrder withId(String value) {
            return new ForkOrder(entry, Optional.of(value));
        }
    }

    /// `RewindOrder` of the API.
    ///
    /// @param entry A message, which is taken back with all that follows; or another entry, which
    ///   stays as the last one
    /// @param files Whether the changes of files are taken back too
    public record RewindOrder(long entry, boolean files) {}

    /// `RewindPreview` of the API.
    ///
    /// @param entry The entry that it goes on from
    /// @param turn The last turn that stays
    public record RewindPreview(
            long entry, long turn, String message, String diff, List<String> files) {}

    /// `RewindView` of the API.
    ///
    /// @param entry The entry that it goes on from
    public record RewindView(long entry, List<ChangesData.UndoView> undone) {}

    /// `TurnView` of the API.
    ///
    /// @param entry The entry of its message; 0 if it has none
    /// @param files The files it changed
    /// @param undone Whether its changes are taken back
    public record TurnView(
            long turn, long entry, String message, String at, List<String> files, boolean undone) {}

    /// `UndoOrder` of the API.
    ///
    /// @param file One file, relative to the workspace; absent for the last turn
    public record UndoOrder(Optional<String> file) {

        /// Without what may be left out.
        public UndoOrder() {
            this(Optional.empty());
        }

        /// The same with `file`.
        public UndoOrder withFile(String value) {
            return new UndoOrder(Optional.of(value));
        }
    }

    /// `UndoView` of the API.
    public record UndoView(long turn, List<String> files) {}
}
