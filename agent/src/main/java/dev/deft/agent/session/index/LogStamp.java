package dev.deft.agent.session.index;

import dev.deft.agent.session.NoSuchSessionException;
import dev.deft.agent.session.SessionId;
import dev.deft.agent.session.SessionSummary;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// What tells whether a log has changed.
///
/// @param changed in nanoseconds since 1970
record LogStamp(String id, long size, long changed) {

    private static final String ENDING = ".jsonl";

    /// Those of every log in a directory. What only looks like one, such as a link, is none.
    static List<LogStamp> all(Path sessions) throws IOException {
        List<LogStamp> logs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(sessions, "*" + ENDING)) {
            for (Path file : files) {
                of(file).ifPresent(logs::add);
            }
        } catch (NoSuchFileException _) {
            return List.of();
        }
        return logs;
    }

    private static Optional<LogStamp> of(Path file) throws IOException {
        try {
            BasicFileAttributes found =
                    Files.readAttributes(
                            file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            String name = String.valueOf(file.getFileName());
            String id = name.substring(0, name.length() - ENDING.length());
            return found.isRegularFile() && SessionId.isValid(id)
                    ? Optional.of(
                            new LogStamp(
                                    id,
                                    found.size(),
                                    found.lastModifiedTime().to(TimeUnit.NANOSECONDS)))
                    : Optional.empty();
        } catch (NoSuchFileException _) {
            return Optional.empty();
        }
    }

    /// What the log tells; nothing when it was deleted meanwhile, or cannot be read: one log is no
    /// reason to keep quiet about all others.
    ///
    /// @param notices is told which one cannot be read
    Optional<SessionSummary> read(SessionCatalog.Summaries summaries, Consumer<String> notices) {
        try {
            return Optional.of(summaries.of(new SessionId(id), instant(changed)));
        } catch (NoSuchSessionException _) {
            return Optional.empty();
        } catch (IOException _) {
            notices.accept(
                    "the log of the session %s cannot be read; look at its owner and mode"
                            .formatted(id));
            return Optional.empty();
        }
    }

    static Instant instant(long changed) {
        return Instant.ofEpochSecond(0, changed);
    }
}
