package dev.deft.script;

import java.util.List;
import java.util.regex.Pattern;

/// Tells whether an awk program only reads and prints.
final class AwkProgram {

    private static final Pattern RUNS =
            Pattern.compile(
                    "(?s).*(system|\\|&|@\\s*[A-Za-z(]|@\\s*\\\\).*"
                            + "|.*\\|\\s*(\\\\\\s*)*getline.*"
                            + "|.*print.*?[>|].*");

    private AwkProgram() {}

    static boolean isPlain(List<Word> words) {
        for (int i = 1; i < words.size(); i++) {
            String text = words.get(i).display().replace("||", "");
            boolean known = words.get(i).constant().isPresent();
            if (RUNS.matcher(text).matches()) {
                return false;
            }
            if (text.matches("(?s)-[A-Za-z]*[fiElDo].*|--[a-z].*")
                    || (!known && !isFile(words, i))) {
                return false;
            }
        }
        return true;
    }

    /// Whether an unknown word stands where the program is already behind it.
    private static boolean isFile(List<Word> words, int at) {
        if (words.get(at).mayBeOption() && at < 2) {
            return false;
        }
        int operands = 0;
        for (int i = 1; i < at; i++) {
            String text = words.get(i).display();
            if (text.equals("-F") || text.equals("-v")) {
                i++;
            } else if (!text.startsWith("-")) {
                operands++;
            }
        }
        boolean value = words.get(at - 1).is("-v") || words.get(at - 1).is("-F");
        return operands > 0 || (value && !words.get(at).splits());
    }
}
