package dev.deft.host;

import dev.deft.json.Json;
import java.util.Optional;

/// Tells listeners how a call is getting on. It cannot change the call, and it never blocks it. May
/// be used from any thread of the call.
@FunctionalInterface
public interface Progress {

    /// {@return a progress that tells nobody}
    static Progress silent() {
        return unused -> {};
    }

    /// Reports one step.
    ///
    /// @param text adds to what was said before
    void report(String text);

    /// Reports more than text. A host that knows of nothing but text reports that alone.
    ///
    /// @param update what is new
    default void update(Update update) {
        update.text().ifPresent(this::report);
    }

    /// How a call is getting on.
    ///
    /// @param text adds to what was said before
    /// @param title one line for people, instead of an earlier one
    /// @param metadata for programs; a field replaces an earlier one of the same name
    record Update(Optional<String> text, Optional<String> title, Json.Obj metadata) {

        /// {@return an update with a text alone}
        ///
        /// @param text adds to what was said before
        public static Update ofText(String text) {
            return new Update(Optional.of(text), Optional.empty(), Json.Obj.EMPTY);
        }

        /// {@return an update with a title alone}
        ///
        /// @param title one line for people
        public static Update titled(String title) {
            return new Update(Optional.empty(), Optional.of(title), Json.Obj.EMPTY);
        }

        /// {@return an update with fields for programs alone}
        ///
        /// @param metadata replaces earlier fields of the same names
        public static Update of(Json.Obj metadata) {
            return new Update(Optional.empty(), Optional.empty(), metadata);
        }

        /// {@return the same with further fields for programs}
        ///
        /// @param metadata replaces fields of the same names
        public Update with(Json.Obj metadata) {
            return new Update(text, title, this.metadata.withAll(metadata));
        }
    }
}
