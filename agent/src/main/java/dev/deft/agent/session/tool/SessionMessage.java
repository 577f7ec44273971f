package dev.deft.agent.session.tool;

import dev.deft.agent.model.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// One message of a session, as tools show it.
///
/// @param role `user`, `assistant` or `tool`
/// @param ts when, in UTC
/// @param source who sent a user message, if it was not the user
/// @param tool the tool whose call this is
/// @param content the text; what is no text is named
public record SessionMessage(
        String role, String ts, Optional<String> source, Optional<String> tool, String content) {

    /// Longer texts are cut.
    static final int MAX_CONTENT = 8_000;

    static final String TOOL = "tool";

    static SessionMessage said(String role, Instant at, Optional<String> source, String content) {
        return new SessionMessage(role, at.toString(), source, Optional.empty(), bounded(content));
    }

    static SessionMessage called(Instant at, String tool, String content) {
        return new SessionMessage(
                TOOL, at.toString(), Optional.empty(), Optional.of(tool), bounded(content));
    }

    private static String bounded(String content) {
        if (content.length() <= MAX_CONTENT) {
            return content;
        }
        int end =
                Character.isHighSurrogate(content.charAt(MAX_CONTENT - 1))
                        ? MAX_CONTENT - 1
                        : MAX_CONTENT;
        return "%s… [%d more characters]"
                .formatted(content.substring(0, end), content.length() - end);
    }

    /// The text of a message. Thoughts of the model are left out.
    static String text(List<Part> parts) {
        List<String> lines = new ArrayList<>();
        for (Part part : parts) {
            switch (part) {
                case Part.Text(String text) -> lines.add(text);
                case Part.Media media ->
                        lines.add(
                                "[%s, %d bytes]"
                                        .formatted(media.mimeType(), media.content().size()));
                case Part.Call call ->
                        lines.add("[called %s %s]".formatted(call.tool(), call.arguments()));
                case Part.Reasoning _ -> {}
            }
        }
        return String.join("\n", lines);
    }

    /// The lines `name: value` of the message.
    void addTo(KeyValueText text) {
        text.add("role", role);
        text.add("ts", ts);
        source.ifPresent(it -> text.add("source", it));
        tool.ifPresent(it -> text.add("tool", it));
        text.add("content", content);
    }
}
