package dev.deft.agent.loop;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds JSON in a text that a model wrote: the whole text, a code block, or an object or array
/// between words.
final class JsonInText {

    private static final Pattern BLOCK =
            Pattern.compile("(?ms)^[ \\t]*(```+|~~~+)[^\\n`]*\\n(.*?)^[ \\t]*\\1[ \\t]*$");

    /// How many brackets are tried as the begin of a value. A text of nothing but brackets would
    /// take forever otherwise.
    private static final int MOST_TRIED = 200;

    private JsonInText() {}

    /// The values of a text: itself, or else those of its code blocks, or else those between its
    /// words; the last one first, since the answer comes at the end.
    static List<Json> values(String text) {
        Optional<Json> whole = parsed(text);
        if (whole.isPresent()) {
            return List.of(whole.get());
        }
        List<Json> values = new ArrayList<>();
        Matcher block = BLOCK.matcher(text);
        while (block.find()) {
            parsed(block.group(2)).ifPresent(values::addFirst);
        }
        return values.isEmpty() ? between(text) : values;
    }

    /// Why the text as a whole is no JSON.
    static String problem(String text) {
        try {
            Json _ = JsonText.parse(text.strip());
            return "";
        } catch (JsonSyntaxException e) {
            return e.getMessage() + ".";
        }
    }

    private static Optional<Json> parsed(String text) {
        try {
            return Optional.of(JsonText.parse(text.strip()));
        } catch (JsonSyntaxException _) {
            return Optional.empty();
        }
    }

    private static List<Json> between(String text) {
        List<Json> values = new ArrayList<>();
        int tried = 0;
        for (int at = 0; at < text.length() && tried < MOST_TRIED; at++) {
            if (!isOpening(text.charAt(at))) {
                continue;
            }
            tried++;
            int end = end(text, at);
            Optional<Json> value = end < 0 ? Optional.empty() : parsed(text.substring(at, end));
            if (value.isPresent()) {
                values.addFirst(value.get());
                at = end - 1;
            }
        }
        return values;
    }

    private static boolean isOpening(char it) {
        return it == '{' || it == '[';
    }

    /// Where the bracket at a position is closed; -1 if nowhere. Brackets in strings do not count.
    private static int end(String text, int begin) {
        int depth = 0;
        boolean quoted = false;
        for (int at = begin; at < text.length(); at++) {
            char it = text.charAt(at);
            if (quoted && it == '\\') {
                at++;
            } else if (it == '"') {
                quoted = !quoted;
            } else if (!quoted && isOpening(it)) {
                depth++;
            } else if (!quoted && (it == '}' || it == ']')) {
                depth--;
                if (depth == 0) {
                    return at + 1;
                }
            }
        }
        return -1;
    }
}
