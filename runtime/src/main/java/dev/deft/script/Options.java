package dev.deft.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The options of a wrapper, read to find where the command it runs begins.
final class Options {

    private static final Pattern ASSIGNMENT = Pattern.compile("(?s)[A-Za-z_][A-Za-z0-9_]*=.*");

    private final List<Word> words;
    private final CommandFacts facts;
    private final List<Word> scripts = new ArrayList<>();
    private final List<Assignment> assignments = new ArrayList<>();
    private final Map<String, List<String>> values = new HashMap<>();
    private boolean understood = true;
    private int at = 1;

    private Options(List<Word> words, CommandFacts facts) {
        this.words = words;
        this.facts = facts;
    }

    static Options of(List<Word> words, CommandFacts facts) {
        var options = new Options(words, facts);
        options.read();
        return options;
    }

    boolean understood() {
        return understood;
    }

    /// The command it runs.
    List<Word> rest() {
        return words.subList(Math.min(at, words.size()), words.size());
    }

    List<Word> scripts() {
        return scripts;
    }

    List<Assignment> assignments() {
        return assignments;
    }

    /// The values given to any of these options.
    List<String> values(String... names) {
        List<String> found = new ArrayList<>();
        for (String name : names) {
            found.addAll(values.getOrDefault(name, List.of()));
        }
        return found;
    }

    private void read() {
        int operands = facts.operands();
        boolean ended = false;
        while (at < words.size() && understood) {
            Word word = words.get(at);
            Optional<String> text = word.constant();
            if (!ended && text.filter("--"::equals).isPresent()) {
                ended = true;
                at++;
            } else if (!ended
                    && text.filter(it -> it.length() > 1 && it.startsWith("-")).isPresent()) {
                option(text.get());
            } else if (text.filter(facts.flags()::contains).isPresent()) {
                at++;
            } else if (facts.assigns()
                    && ASSIGNMENT.matcher(word.prefix()).matches()
                    && !word.splits()) {
                assign(word);
            } else if (operands > 0) {
                understood = !word.splits() && (ended || !word.mayBeOption());
                operands--;
                at++;
            } else {
                understood = text.isPresent() || !word.mayBeOption() || ended;
                return;
            }
        }
    }

    private void assign(Word word) {
        String name = word.prefix().substring(0, word.prefix().indexOf('='));
        Word value =
                word.constant()
                        .map(it -> Word.of(it.substring(name.length() + 1)))
                        .orElseGet(() -> Word.unknown(word.display()));
        assignments.add(new Assignment(name, value, true));
        at++;
    }

    private void option(String text) {
        at++;
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (facts.flags().contains(text)
                || (text.startsWith("--") && facts.flags().contains(name))) {
            return;
        }
        if (text.startsWith("--")
                || facts.values().contains(name)
                || facts.scripts().contains(name)) {
            named(text, name, equals);
            return;
        }
        bundle(text);
    }

    private void named(String text, String name, int equals) {
        boolean takes = facts.values().contains(name) || facts.scripts().contains(name);
        if (!takes) {
            understood = false;
        } else if (equals > 0) {
            value(name, Word.of(text.substring(equals + 1)));
        } else {
            next(name);
        }
    }

    private void bundle(String text) {
        for (int i = 1; i < text.length(); i++) {
            String letter = "-" + text.charAt(i);
            if (facts.flags().contains(letter)) {
                continue;
            }
            if (!facts.values().contains(letter) && !facts.scripts().contains(letter)) {
                understood = false;
                return;
            }
            if (i + 1 < text.length()) {
                value(letter, Word.of(text.substring(i + 1)));
            } else {
                next(letter);
            }
            return;
        }
    }

    private void next(String name) {
        if (at >= words.size() || words.get(at).splits()) {
            understood = false;
            return;
        }
        value(name, words.get(at++));
    }

    private void value(String name, Word value) {
        if (facts.scripts().contains(name)) {
            scripts.add(value);
        } else {
            values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value.display());
        }
    }
}
