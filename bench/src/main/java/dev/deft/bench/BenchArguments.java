package dev.deft.bench;

import java.util.List;

/// What the command line of a bench says. Where it says something else, the program ends with 2.
final class BenchArguments {

    private BenchArguments() {}

    /// The only argument, or another number if there is none.
    static int number(String what, int otherwise, String... args) {
        if (args.length == 0) {
            return otherwise;
        }
        if (args.length > 1 || !args[0].matches("[1-9][0-9]{0,4}")) {
            throw refused(
                    "the %s is a number from 1 on, not %s".formatted(what, String.join(" ", args)));
        }
        return Integer.parseInt(args[0]);
    }

    /// The parts of a bench that are wanted.
    ///
    /// @return all of them if none is named
    static List<String> parts(List<String> all, String... args) {
        for (String arg : args) {
            if (!all.contains(arg)) {
                throw refused(
                        "there is no part %s; there are %s".formatted(arg, String.join(", ", all)));
            }
        }
        return args.length == 0 ? all : List.of(args);
    }

    static void none(String... args) {
        if (args.length > 0) {
            throw refused("this bench takes no arguments, not " + String.join(" ", args));
        }
    }

    private static IllegalStateException refused(String why) {
        System.err.println("bench: " + why);
        System.exit(2);
        return new IllegalStateException(why);
    }
}
