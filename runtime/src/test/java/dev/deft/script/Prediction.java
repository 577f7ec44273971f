package dev.deft.script;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Whether what bash ran is among what was said it could run.
final class Prediction {

    private static final String WORD = "[^\0]*";

    private Prediction() {}

    static boolean covers(Script script, List<String> call) {
        String joined = call.stream().map(it -> it + "\0").collect(Collectors.joining());
        return script.commands().stream()
                .filter(it -> !it.words().isEmpty())
                .anyMatch(it -> pattern(it).matcher(joined).matches());
    }

    private static Pattern pattern(SimpleCommand command) {
        var regex = new StringBuilder();
        for (Word word : command.words()) {
            regex.append(word.splits() ? "(" + WORD + "\0)*" : one(word) + "\0");
        }
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private static String one(Word word) {
        return word.parts().stream()
                .map(it ->
                        switch (it) {
                            case Word.Part.Text(String text) -> Pattern.quote(text);
                            case Word.Part.Unknown _ -> WORD;
                        })
                .collect(Collectors.joining());
    }
}
