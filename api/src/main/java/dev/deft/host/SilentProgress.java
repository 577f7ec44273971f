package dev.deft.host;

/// Tells nobody. A class of its own, since the constant is made whenever an implementation of
/// [Progress] is loaded, and a lambda there is linked at every start of a program.
final class SilentProgress implements Progress {

    @Override
    public void say(String text) {}
}
