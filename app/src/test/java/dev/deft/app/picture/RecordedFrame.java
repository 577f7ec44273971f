package dev.deft.app.picture;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// What a screen shows from a time on.
///
/// @param at since the first frame
/// @param lines with their styles
public record RecordedFrame(
        Duration at, List<String> lines, Optional<TerminalPicture.Place> cursor) {

    public RecordedFrame {
        lines = List.copyOf(lines);
    }
}
