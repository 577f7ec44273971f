package dev.deft.agent.context;

import dev.deft.agent.model.Part;
import java.util.List;

/// The size of messages in characters.
final class MessageSizes {

    /// An image costs about as many tokens as a page or two of text.
    private static final int MEDIA = 6_000;

    private MessageSizes() {}

    static int of(List<? extends Part> parts) {
        int chars = 0;
        for (Part part : parts) {
            chars +=
                    switch (part) {
                        case Part.Text(String text) -> text.length();
                        case Part.Reasoning(String text, var _) -> text.length();
                        case Part.Media _ -> MEDIA;
                        case Part.Call call -> call.tool().length() + call.arguments().length();
                    };
        }
        return chars;
    }

    static String text(List<? extends Part> parts) {
        var text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Part.Text(String piece)) {
                text.append(text.isEmpty() ? "" : "\n").append(piece);
            }
        }
        return text.toString();
    }
}
