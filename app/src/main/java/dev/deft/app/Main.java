package dev.deft.app;

import dev.deft.app.cli.CommandLine;
import dev.deft.app.cli.Training;
import dev.deft.app.cli.command.Console;
import java.io.IOException;
import java.util.List;

/// The entry point of the command line.
public final class Main {

    /// The version of the artifacts; a test compares it with the build.
    private static final String VERSION = "0.1.0-SNAPSHOT";

    /// For threads that start while they are counted.
    private static final int ROOM = 8;

    private Main() {}

    public static void main(String[] args) {
        try {
            StaleBuild.leaveIfStale(args.length);
        } catch (IOException e) {
            System.err.println(
                    "deft: The sources have changed, and the launcher could not be started to build"
                            + " them (%s). Run the command again.".formatted(e.getMessage()));
            System.exit(1);
        }
        var deft = new CommandLine(VERSION);
        List<String> words = List.of(args);
        boolean training = words.size() == 2 && words.getFirst().equals("--train");
        int code =
                training
                        ? Training.run(deft, words.getLast())
                        : deft.run(words, Console.ofProcess());
        // Returning is the faster end, see below; it has no other code than 0.
        if (code != 0 || someThreadStays()) {
            System.exit(code);
        }
    }

    /// Whether a thread would keep the program alive after `main` has returned.
    ///
    /// [System#exit] first looks through every jar of the class path for a logger to tell of it: 20
    /// ms, as much as all of a short command.
    private static boolean someThreadStays() {
        ThreadGroup all = Thread.currentThread().getThreadGroup();
        while (all.getParent() != null) {
            all = all.getParent();
        }
        var threads = new Thread[all.activeCount() + ROOM];
        int found = all.enumerate(threads);
        for (int i = 0; i < found; i++) {
            if (!threads[i].isDaemon() && !threads[i].equals(Thread.currentThread())) {
                return true;
            }
        }
        return found == threads.length;
    }
}
