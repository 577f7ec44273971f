package dev.deft.app.interactive;

import dev.deft.agent.session.SessionId;
import dev.deft.engine.SessionFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jline.utils.AttributedString;

/// The work of a sub-agent, read from its log while it is written.
final class SubAgentPage {

    private static final long FRESH_NANOS = Duration.ofMillis(500).toNanos();

    private final SessionFiles sessions;
    private final SessionId id;
    private final TranscriptBlocks blocks;
    private List<AttributedString> lines = List.of();
    private long read;
    private int width;

    SubAgentPage(SessionFiles sessions, SessionId id, TranscriptBlocks blocks) {
        this.sessions = sessions;
        this.id = id;
        this.blocks = blocks;
    }

    /// The lines as of at most half a second ago.
    List<AttributedString> lines(int columns) {
        long now = System.nanoTime();
        if (columns != width || now - read > FRESH_NANOS) {
            try {
                lines = HistoryView.lines(sessions.quietHistory(id), blocks, columns);
            } catch (IOException e) {
                lines = blocks.error(String.valueOf(e.getMessage()), columns);
            }
            read = now;
            width = columns;
        }
        return lines;
    }
}
