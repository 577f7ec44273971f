package dev.deft.agent.command;

import java.util.ArrayList;
import java.util.List;

/// What was written after the name of a slash command.
///
/// @param all as written
/// @param words divided at blanks; quotes keep words together
record Arguments(String all, List<String> words) {

    Arguments {
        words = List.copyOf(words);
    }

    static Arguments of(String text) {
        List<String> words = new ArrayList<>();
        var word = new StringBuilder();
        boolean begun = false;
        char quote = 0;
        for (char it : text.strip().toCharArray()) {
            if (quote != 0 && it == quote) {
                quote = 0;
            } else if (quote == 0 && (it == '"' || it == '\'') && (!begun || word.isEmpty())) {
                quote = it;
                begun = true;
            } else if (quote == 0 && Character.isWhitespace(it)) {
                if (begun) {
                    words.add(word.toString());
                }
                word.setLength(0);
                begun = false;
            } else {
                word.append(it);
                begun = true;
            }
        }
        if (begun) {
            words.add(word.toString());
        }
        return new Arguments(text.strip(), words);
    }

    /// A word, counted from 1; empty if there are fewer.
    String word(int number) {
        return number <= words.size() ? words.get(number - 1) : "";
    }
}
