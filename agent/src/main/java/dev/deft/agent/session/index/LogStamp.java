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

/// Size and modification time of a log, to detect changes.
///
/// @param changed in nanoseconds since 1970
record LogStamp(String id, long size, long changed) {

    private static final String SUFFIX = ".jsonl";

    /// Lists the logs of a directory. Links and names that are no session id are skipped.
    static List<LogStamp> all(Path sessions) throws IOException {
        List<LogStamp> logs = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(sessions, "*" + SUFFIX)) {
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
            String id = name.substring(0, name.length() - SUFFIX.length());
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

    /// Reads the summary of the log. Empty if it was deleted meanwhile or cannot be read: the other
    /// logs are listed all the same.
    ///
    /// @param notices gets a message about an unreadable log
    Optional<SessionSummary> read(SessionCatalog.Summaries summaries, Consumer<String> notices) {
        try {
            return Optional.of(summaries.of(new SessionId(id), instant(changed)));
        } catch (NoSuchSessionException _) {
            return Optional.empty();
        } catch (IOException _) {
            notices.accept(
                    "the log of session %s cannot be read; check its owner and mode".formatted(id));
            return Optional.empty();
        }
    }

    static Instant instant(long changed) {
        return Instant.ofEpochSecond(0, changed);
    }
}
