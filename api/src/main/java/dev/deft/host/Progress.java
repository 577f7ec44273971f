package dev.deft.host;

import dev.deft.json.Json;
import java.util.Optional;

/// Tells onlookers how a call is getting on. It cannot change the call, and it never blocks it.
@FunctionalInterface
public interface Progress {

    Progress SILENT = unused -> {};

    /// Adds to the text that onlookers see.
    void say(String text);

    /// Says more than text. Where a host knows of nothing but text, that alone is said.
    default void update(Update update) {
        update.text().ifPresent(this::say);
    }

    /// How a call is getting on.
    ///
    /// @param text adds to what was said before
    /// @param title one line for people, instead of an earlier one
    /// @param metadata for programs; a field replaces an earlier one of the same name
    record Update(Optional<String> text, Optional<String> title, Json.Obj metadata) {

        public static Update said(String text) {
            return new Update(Optional.of(text), Optional.empty(), Json.Obj.EMPTY);
        }

        public static Update titled(String title) {
            return new Update(Optional.empty(), Optional.of(title), Json.Obj.EMPTY);
        }

        public static Update of(Json.Obj metadata) {
            return new Update(Optional.empty(), Optional.empty(), metadata);
        }

        /// The same with further fields for programs.
        public Update with(Json.Obj metadata) {
            return new Update(text, title, this.metadata.withAll(metadata));
        }
    }
}
