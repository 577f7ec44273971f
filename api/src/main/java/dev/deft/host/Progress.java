package dev.deft.host;

import dev.deft.json.Json;
import java.util.Optional;

/// Reports the progress of a call to listeners, without blocking. Any thread of the call may use
/// it.
@FunctionalInterface
public interface Progress {

    /// {@return a progress without listeners}
    static Progress silent() {
        return unused -> {};
    }

    /// Reports text.
    ///
    /// @param text is appended to earlier text
    void report(String text);

    /// Reports text, a title or metadata. By default only the text is reported.
    ///
    /// @param update to report
    default void update(Update update) {
        update.text().ifPresent(this::report);
    }

    /// A progress update.
    ///
    /// @param text is appended to earlier text
    /// @param title one line for people; replaces earlier titles
    /// @param metadata for programs; fields replace earlier ones of the same name
    record Update(Optional<String> text, Optional<String> title, Json.Obj metadata) {

        /// {@return an update with only text}
        ///
        /// @param text is appended to earlier text
        public static Update ofText(String text) {
            return new Update(Optional.of(text), Optional.empty(), Json.Obj.EMPTY);
        }

        /// {@return an update with only a title}
        ///
        /// @param title one line for people
        public static Update titled(String title) {
            return new Update(Optional.empty(), Optional.of(title), Json.Obj.EMPTY);
        }

        /// {@return an update with only metadata}
        ///
        /// @param metadata replaces earlier fields of the same name
        public static Update of(Json.Obj metadata) {
            return new Update(Optional.empty(), Optional.empty(), metadata);
        }

        /// {@return this update with more metadata}
        ///
        /// @param metadata replaces fields of the same name
        public Update with(Json.Obj metadata) {
            return new Update(text, title, this.metadata.withAll(metadata));
        }
    }
}
