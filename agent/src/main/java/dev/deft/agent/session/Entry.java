package dev.deft.agent.session;

import dev.deft.agent.model.Answer;
import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import dev.deft.agent.model.Usage;
import dev.deft.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// One entry of a session.
///
/// @param id its number in the log, from 1
/// @param parent the entry it continues from: the one before it, unless the session was rewound
public record Entry(long id, long parent, Instant at, Body body) {

    /// Reads an entry of a store. Missing fields are left empty.
    public static Entry of(Json.Obj entry) {
        return EntryJson.read(entry);
    }

    /// The content of an entry.
    public sealed interface Body {}

    /// A message of a user, or of a program on their behalf.
    ///
    /// @param source its sender, such as `user` or `cron:nightly`
    public record User(List<Part> parts, String source) implements Body {

        /// The source of what the user wrote.
        public static final String FROM_USER = "user";

        public User {
            parts = List.copyOf(parts);
        }

        /// The message for the model. If it is not from the user, it begins with its source, which
        /// the model can answer to.
        public Message.User message() {
            if (source.equals(FROM_USER)) {
                return new Message.User(parts);
            }
            List<Part> tagged = new ArrayList<>();
            tagged.add(new Part.Text("[from " + source + "]"));
            tagged.addAll(parts);
            return new Message.User(tagged);
        }
    }

    /// A message of the model.
    public record Assistant(List<Part> parts, Answer.Stop stop, String model) implements Body {

        public Assistant {
            parts = List.copyOf(parts);
        }
    }

    /// A call that is about to run.
    public record Called(String callId, String tool, Json.Obj arguments) implements Body {}

    /// The decision of the gates about a call.
    public record Decided(String callId, boolean allowed, Json.Obj details) implements Body {}

    /// The result of a call.
    ///
    /// @param arguments of a call that never started, as JSON text; otherwise empty
    /// @param text as the model gets it
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

    /// The token usage of one request to the model.
    public record TokenUsage(Usage usage, String model) implements Body {}

    /// A summary that replaces all entries up to a time in prompts. They stay in the log.
    ///
    /// @param sourceHash of the replaced entries; the summary is ignored if it does not match
    /// @param pinned facts of the replaced entries that must not be lost
    public record Summary(String content, Instant coversThrough, String sourceHash, Json.Obj pinned)
            implements Body {}

    /// A value that a tool stores between calls.
    public record StoredValue(String name, Json.Obj value) implements Body {}

    /// The new title of the session.
    public record Titled(String title) implements Body {}

    /// The session is a copy of another one up to this point.
    public record Forked(String from, long at) implements Body {}

    /// The session continues from an earlier entry. The entries between stay in the log, inactive.
    public record Rewound(long to) implements Body {}

    /// File changes were undone, or redone.
    public record Undone(boolean redone, List<String> files) implements Body {

        public Undone {
            files = List.copyOf(files);
        }
    }

    /// The user accepts all entries before this one as their own.
    public record Adopted() implements Body {}

    /// What the agent remembered after a run.
    ///
    /// @param assessment of the run, in the model's words
    /// @param toolCalls how many calls it made to remember something
    /// @param problem why it ended early
    public record Reflected(String assessment, int toolCalls, Optional<String> problem)
            implements Body {}

    /// What the agent made of calls that failed.
    ///
    /// @param lessons for the rest of the run
    /// @param nextFocus what to do now
    public record Judged(
            Verdict verdict, String assessment, List<String> lessons, Optional<String> nextFocus)
            implements Body {

        public Judged {
            lessons = List.copyOf(lessons);
        }

        /// Reads the fields of a verdict. An unknown word means to go on.
        public static Judged read(Json.Obj fields) {
            return EntryJson.judged(fields);
        }

        /// What the model is told, if it has to think again.
        public Optional<Message.User> note() {
            return verdict == Verdict.REPLAN
                    ? Optional.of(Message.User.of(text()))
                    : Optional.empty();
        }

        private String text() {
            var text = new StringBuilder("[A call failed. Revise the plan before you go on. ");
            text.append(assessment);
            lessons.forEach(it -> text.append("\n- ").append(it));
            nextFocus.ifPresent(it -> text.append("\nNext: ").append(it));
            return text.append(']').toString();
        }
    }

    /// A note of the program to the model, such as that its budget is nearly spent.
    public record Notice(String text) implements Body {}

    /// What to do after a failed call.
    public enum Verdict {
        /// The task counts as finished.
        COMPLETE,
        /// The error does not matter.
        CONTINUE,
        /// The plan has to change.
        REPLAN;

        /// The spelling in logs and answers, such as `replan`.
        public String wire() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// An event of a run that no other entry records: start, end, question, retry or warning.
    ///
    /// @param event as `deft run` prints it
    public record Event(Json.Obj event) implements Body {}

    /// An entry of an unknown role.
    public record Unknown(Json.Obj entry) implements Body {}
}
