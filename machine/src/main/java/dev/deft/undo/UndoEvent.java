package dev.deft.undo;

import dev.deft.codec.JsonBytes;
import dev.deft.codec.JsonText;
import dev.deft.codec.Records;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// One line of the log. A change is identified by its index among the changes of the log, from 0.
sealed interface UndoEvent {

    /// A call changed files.
    ///
    /// @param directories that were created for them
    /// @param contents small new contents by their names, in Base64; all others are files of the
    ///   store
    record Changed(
            int turn,
            String call,
            List<FileStep> files,
            Optional<List<String>> directories,
            Optional<Map<String, String>> contents)
            implements UndoEvent {

        static Changed of(int turn, String call, List<FileStep> files, List<String> directories) {
            return new Changed(
                    turn,
                    call,
                    files,
                    directories.isEmpty() ? Optional.empty() : Optional.of(directories),
                    Optional.empty());
        }

        Changed with(Map<String, Bytes> added) {
            if (added.isEmpty()) {
                return this;
            }
            Map<String, String> encoded = new LinkedHashMap<>();
            added.forEach((name, it) -> encoded.put(name, InlinedContents.encoded(it)));
            return new Changed(turn, call, files, directories, Optional.of(encoded));
        }

        Changed withoutContents() {
            return new Changed(turn, call, files, directories, Optional.empty());
        }

        /// Whether it only renamed a file, so that both paths must be undone together.
        boolean isMove() {
            return files.size() == 2
                    && files.getFirst().after().isAbsent()
                    && files.getLast().before().isAbsent()
                    && files.getFirst().before().content().isPresent()
                    && files.getFirst()
                            .before()
                            .content()
                            .equals(files.getLast().after().content());
        }
    }

    /// The effect of a change on one file.
    record FileStep(String path, ChangeSide before, ChangeSide after) {}

    /// A call changed a file that is too large for the store.
    record TooLarge(int turn, String call, String path, long size) implements UndoEvent {}

    /// These changes were undone.
    record Undone(List<Item> items) implements UndoEvent {}

    /// These changes were redone.
    record Redone(List<Item> items) implements UndoEvent {}

    /// Changes that can no longer be undone, because they did not happen or the store was full.
    record Dropped(List<Integer> changes) implements UndoEvent {}

    /// One file of one change.
    record Item(int change, String path) {}

    default String line() {
        byte[] json = JsonBytes.of(Records.write((Record) this).with("event", name()));
        return new String(json, StandardCharsets.UTF_8) + "\n";
    }

    private String name() {
        return switch (this) {
            case Changed _ -> "changed";
            case TooLarge _ -> "unkept";
            case Undone _ -> "undone";
            case Redone _ -> "redone";
            case Dropped _ -> "dropped";
        };
    }

    /// Parses a line; empty if a crash left it incomplete.
    static Optional<UndoEvent> parse(String line) {
        try {
            Json.Obj fields = JsonText.parseObject(line);
            Json.Obj event = fields.without("event");
            return switch (fields.text("event").orElse("")) {
                case "changed" -> Optional.of(Records.read(Changed.class, event));
                case "unkept" -> Optional.of(Records.read(TooLarge.class, event));
                case "undone" -> Optional.of(Records.read(Undone.class, event));
                case "redone" -> Optional.of(Records.read(Redone.class, event));
                case "dropped" -> Optional.of(Records.read(Dropped.class, event));
                default -> Optional.empty();
            };
        } catch (JsonSyntaxException | IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
