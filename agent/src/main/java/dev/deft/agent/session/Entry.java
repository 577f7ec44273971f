package dev.deft.agent.session;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import java.time.Instant;
import java.util.List;

/// One entry of a session.
///
/// @param id its number in the log, from 1
/// @param parent the entry it goes on from; the one before, unless the session was taken back
public record Entry(long id, long parent, Instant at, Body body) {

    /// Reads an entry of a store. What a field does not tell is left empty.
    public static Entry of(Json.Obj entry) {
        return EntryJson.read(entry);
    }

    /// What an entry tells.
    public sealed interface Body {}

    /// What a person, or a program on their behalf, said.
    ///
    /// @param source who said it, such as `user` or `cron:nightly`
    public record User(List<Part> parts, String source) implements Body {

        public User {
            parts = List.copyOf(parts);
        }
    }

    /// What the model answered.
    public record Assistant(List<Part> parts, Answer.Stop stop, String model) implements Body {

        public Assistant {
            parts = List.copyOf(parts);
        }
    }

    /// A call that is about to run.
    public record Called(String callId, String tool, Json.Obj arguments) implements Body {}

    /// Who allowed or refused a call, and by which rule.
    public record Decided(String callId, boolean allowed, Json.Obj details) implements Body {}

    /// How a call ended.
    ///
    /// @param arguments of a call that never started, as JSON text; else empty
    /// @param text what the model reads of it
    public record Result(
            String callId,
            String tool,
            String arguments,
            boolean failed,
            String text,
            List<Part.Media> media,
            Json.Obj envelope)
            implements Body {

        public Result {
            media = List.copyOf(media);
        }
    }

    /// What one request to the model took.
    public record TokenUsage(Usage usage, String model) implements Body {}

    /// Stands for every entry up to a time when a prompt is built; those entries stay in the log.
    ///
    /// @param sourceHash of the entries it stands for; where that no longer fits, it is not used
    /// @param pinned what must not be forgotten of them, for whoever does not read them again
    public record Summary(String content, Instant coversThrough, String sourceHash, Json.Obj pinned)
            implements Body {}

    /// What a tool keeps between calls.
    public record StoredValue(String name, Json.Obj value) implements Body {}

    /// What the session is called from here on.
    public record Titled(String title) implements Body {}

    /// The session began as a copy of another, up to one of its entries.
    public record Forked(String from, long at) implements Body {}

    /// The session goes on from an earlier entry; what came between is kept and no longer counts.
    public record Rewound(long to) implements Body {}

    /// Files were put back, or forward again.
    public record Undone(boolean redone, List<String> files) implements Body {

        public Undone {
            files = List.copyOf(files);
        }
    }

    /// The user accepts all that stands before as their own.
    public record Adopted() implements Body {}

    /// What listeners of a run were told and no other entry says: how it began and ended, what was
    /// asked, what was tried again, and what a person should know.
    ///
    /// @param event as `deft run` prints it
    public record Event(Json.Obj event) implements Body {}

    /// An entry of a kind this program does not know.
    public record Unknown(Json.Obj entry) implements Body {}
}
