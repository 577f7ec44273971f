package dev.deft.app;

import dev.deft.app.cli.CommandLine;
import dev.deft.app.cli.Training;
import dev.deft.app.cli.command.Console;
import java.util.List;

/// The entry point of the command line.
public final class Main {

    /// The version of the artifacts; a test compares it with the build.
    private static final String VERSION = "0.1.0-SNAPSHOT";

    private Main() {}

    public static void main(String[] args) {
        var deft = new CommandLine(VERSION);
        List<String> words = List.of(args);
        boolean training = words.size() == 2 && words.getFirst().equals("--train");
        int code =
                training
                        ? Training.run(deft, words.getLast())
                        : deft.run(words, Console.ofProcess());
        System.exit(code);
    }
}
