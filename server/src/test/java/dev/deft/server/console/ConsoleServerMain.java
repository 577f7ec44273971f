package dev.deft.server.console;

import java.nio.file.Path;

/// A server in a process of its own, to be killed: `DIRECTORY PORT`. Says `ADDRESS TOKEN` when it
/// listens.
final class ConsoleServerMain {

    private ConsoleServerMain() {}

    public static void main(String[] args) throws Exception {
        ConsoleServer server = ConsoleServer.start(Path.of(args[0]), Integer.parseInt(args[1]));
        System.out.println(server.base() + " " + server.token());
        Thread.currentThread().join();
    }
}
