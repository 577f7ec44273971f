package dev.deft.host;

/// Tells onlookers how a call is getting on. It cannot change the call, and it never blocks it.
@FunctionalInterface
public interface Progress {

    Progress SILENT = unused -> {};

    void say(String text);
}
