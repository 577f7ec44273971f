package dev.deft.engine;

/// The default receiver of notices.
final class Notices {

    private Notices() {}

    static void log(String notice) {
        System.getLogger("dev.deft").log(System.Logger.Level.WARNING, notice);
    }
}
