package dev.deft.agent.context;

import dev.deft.agent.model.Message;
import dev.deft.agent.model.Part;
import java.util.ArrayList;
import java.util.List;

/// Writes a conversation as plain text of limited length.
final class ConversationText {

    private static final List<Integer> OUTPUT_CUTS = List.of(4_000, 1_000, 200, 0);

    private ConversationText() {}

    static String of(String before, List<Unit> units, int room) {
        String head = before.isEmpty() ? "" : "Summary of what came before:\n" + before + "\n\n";
        List<String> pieces = List.of();
        for (int cut : OUTPUT_CUTS) {
            pieces = units.stream().map(it -> text(it, cut)).toList();
            if (head.length() + pieces.stream().mapToInt(String::length).sum() <= room) {
                break;
            }
        }
        return head + withoutMiddle(pieces, Math.max(1_000, room - head.length()));
    }

    private static String text(Unit unit, int cut) {
        return switch (unit) {
            case Unit.UserMessage said -> "User: " + said.text() + "\n\n";
            case Unit.Step answered -> text(answered, cut);
        };
    }

    private static String text(Unit.Step answered, int cut) {
        var text = new StringBuilder("Assistant: ").append(answered.message().text());
        List<Part.Call> calls = answered.calls();
        for (int i = 0; i < calls.size(); i++) {
            Part.Call call = calls.get(i);
            text.append("\n[call] ")
                    .append(call.tool())
                    .append(' ')
                    .append(cut(call.arguments(), Math.max(200, cut)));
            if (i < answered.results().size()) {
                Message.CallResult result = answered.results().get(i);
                text.append(result.failed() ? "\n[error] " : "\n[result] ")
                        .append(cut(result.text(), cut));
            }
        }
        return text.append("\n\n").toString();
    }

    private static String cut(String text, int most) {
        return text.length() <= most
                ? text
                : text.substring(0, most) + " [… " + (text.length() - most) + " more characters]";
    }

    /// Keeps the beginning, which has the goal, and the end, which has the state.
    private static String withoutMiddle(List<String> pieces, int room) {
        String all = String.join("", pieces);
        if (all.length() <= room) {
            return all;
        }
        int part = Math.max(0, (room - MISSING.length()) / 2);
        List<String> kept = new ArrayList<>();
        kept.add(all.substring(0, part));
        kept.add(MISSING);
        kept.add(all.substring(all.length() - part));
        return String.join("", kept);
    }

    private static final String MISSING = "\n\n[a part of the conversation was dropped here]\n\n";
}
