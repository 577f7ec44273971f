package dev.deft.process.tree;

import dev.deft.kernel.ChildProcesses;
import java.security.SecureRandom;
import java.util.OptionalLong;

/// A number that a command and everything it starts carry where they cannot lose it by accident.
///
/// An environment is wiped by `env -i`, a session is left by `setsid`, and a parent is lost when it
/// ends. The limit for file locks outlives all three, and nothing else uses it.
///
/// @param number empty where the limit that we have ourselves leaves no room for numbers of ours
public record ProcessTag(OptionalLong number) {

    /// For what is in a namespace of its own and needs none.
    public static final ProcessTag NONE = new ProcessTag(OptionalLong.empty());

    /// How many bits tell the commands of one session apart; those above them are the same.
    public static final int BITS = 20;

    /// Within what shells can compute with.
    private static final long CEILING = 1L << 62;

    /// So many sessions that none meets another by chance.
    private static final long CHOICE = 1L << 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    /// The first one of a session. It is below our own, since a limit can only be lowered.
    public static ProcessTag ofSession() {
        long own = ProcessTable.brand((int) ProcessHandle.current().pid());
        long blocks = Math.min(CEILING, own) >> BITS;
        return blocks <= CHOICE
                ? NONE
                : new ProcessTag(OptionalLong.of((blocks - 1 - RANDOM.nextLong(CHOICE)) << BITS));
    }

    /// That of a command, by its number in the session.
    public ProcessTag ofCommand(long command) {
        long own = command % (1L << BITS);
        return number.isEmpty() ? this : new ProcessTag(OptionalLong.of(number.getAsLong() | own));
    }

    /// Puts it on a process that has started nothing yet.
    public void put(int process) {
        number.ifPresent(it -> ChildProcesses.brand(process, it));
    }

    boolean isOn(int process) {
        return number.isPresent() && ProcessTable.brand(process) == number.getAsLong();
    }
}
