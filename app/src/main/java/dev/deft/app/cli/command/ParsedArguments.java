package dev.deft.app.cli.command;

import dev.deft.run.NearestNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A parsed command line.
///
/// @param options by name, with all values given; a flag has an empty value
/// @param words the arguments that are not options, in order
public record ParsedArguments(Map<String, List<String>> options, List<String> words) {

    public ParsedArguments {
        options = Map.copyOf(options);
        words = List.copyOf(words);
    }

    /// The same with another value of an option.
    public ParsedArguments with(String option, String value) {
        Map<String, List<String>> more = new LinkedHashMap<>(options);
        more.put(option, List.of(value));
        return new ParsedArguments(more, words);
    }

    /// The same without an option.
    public ParsedArguments without(String option) {
        Map<String, List<String>> fewer = new LinkedHashMap<>(options);
        fewer.remove(option);
        return new ParsedArguments(fewer, words);
    }

    public static ParsedArguments parse(Command command, List<String> given) throws UsageException {
        Map<String, List<String>> options = new LinkedHashMap<>();
        List<String> words = new ArrayList<>();
        boolean onlyWords = false;
        for (int i = 0; i < given.size(); i++) {
            String word = given.get(i);
            if (onlyWords || !word.startsWith("-") || word.equals("-")) {
                words.add(word);
            } else if (word.equals("--")) {
                onlyWords = true;
            } else {
                i = option(command, given, i, options);
            }
        }
        return new ParsedArguments(options, words);
    }

    private static int option(
            Command command, List<String> given, int at, Map<String, List<String>> options)
            throws UsageException {
        String word = given.get(at);
        int equals = word.startsWith("--") ? word.indexOf('=') : -1;
        CommandOption option = known(command, equals < 0 ? word : word.substring(0, equals));
        if (options.containsKey(option.name()) && !option.often()) {
            throw new UsageException(option.name() + " was given twice");
        }
        if (option.value().isEmpty()) {
            if (equals >= 0) {
                throw new UsageException(option.name() + " takes no value");
            }
            options.put(option.name(), List.of(""));
            return at;
        }
        if (equals >= 0) {
            add(options, option, word.substring(equals + 1));
            return at;
        }
        if (at + 1 == given.size()) {
            throw new UsageException("%s needs a value: %s".formatted(word, option.shown()));
        }
        add(options, option, given.get(at + 1));
        return at + 1;
    }

    private static void add(Map<String, List<String>> options, CommandOption option, String value) {
        List<String> all = new ArrayList<>(options.getOrDefault(option.name(), List.of()));
        all.add(value);
        options.put(option.name(), all);
    }

    private static CommandOption known(Command command, String name) throws UsageException {
        for (CommandOption option : command.allOptions()) {
            if (option.isCalled(name)) {
                return option;
            }
        }
        if (name.indexOf(' ') >= 0) {
            throw new UsageException(
                    "%s begins with a dash; put -- before arguments that are not options"
                            .formatted(NearestNames.quoted(name)));
        }
        List<String> names = command.allOptions().stream().map(CommandOption::name).toList();
        throw new UsageException(
                "there is no option %s%s"
                        .formatted(NearestNames.quoted(name), NearestNames.hint(name, names)));
    }

    public Optional<String> value(String name) {
        return all(name).stream().findFirst();
    }

    /// All values of an option that may be repeated.
    public List<String> all(String name) {
        return options.getOrDefault(name, List.of());
    }

    public boolean has(String name) {
        return options.containsKey(name);
    }

    /// Rejects surplus arguments.
    public void allowWords(int most) throws UsageException {
        if (words.size() > most) {
            throw new UsageException(
                    "unexpected argument %s".formatted(NearestNames.quoted(words.get(most))));
        }
    }

    /// The argument at a position.
    public Optional<String> word(int index) {
        return index < words.size() ? Optional.of(words.get(index)) : Optional.empty();
    }
}
