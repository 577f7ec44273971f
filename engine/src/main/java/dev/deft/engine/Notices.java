package dev.deft.engine;

/// Where notices go when a program does not say.
final class Notices {

    private Notices() {}

    static void log(String notice) {
        System.getLogger("dev.deft").log(System.Logger.Level.WARNING, notice);
    }
}
