package dev.deft.process.tree;

import dev.deft.kernel.ChildProcesses;
import java.security.SecureRandom;
import java.util.OptionalLong;

/// A number that a command and all its descendants carry and cannot lose by accident.
///
/// `env -i` clears the environment, `setsid` leaves the session, and orphans lose their parent. The
/// limit for file locks survives all three, and nothing else uses it.
///
/// @param number empty if our own limit leaves no room for tags
public record ProcessTag(OptionalLong number) {

    /// For commands in their own namespace, which need no tag.
    public static final ProcessTag NONE = new ProcessTag(OptionalLong.empty());

    /// How many bits distinguish the commands of a session; the bits above are the same for all of
    /// them.
    public static final int BITS = 20;

    /// Shells compute with signed 64-bit numbers.
    private static final long CEILING = 1L << 62;

    /// Enough for random tags of sessions not to collide.
    private static final long RANDOM_BLOCKS = 1L << 32;

    private static final SecureRandom RANDOM = new SecureRandom();

    /// The tag of a session. It is below our own limit, since limits can only be lowered.
    public static ProcessTag ofSession() {
        long ownLimit = ProcessTable.tag((int) ProcessHandle.current().pid());
        long blocks = Math.min(CEILING, ownLimit) >> BITS;
        return blocks <= RANDOM_BLOCKS
                ? NONE
                : new ProcessTag(
                        OptionalLong.of((blocks - 1 - RANDOM.nextLong(RANDOM_BLOCKS)) << BITS));
    }

    /// The tag of a command, by its number in the session.
    public ProcessTag ofCommand(long command) {
        long commandBits = command % (1L << BITS);
        return number.isEmpty()
                ? this
                : new ProcessTag(OptionalLong.of(number.getAsLong() | commandBits));
    }

    /// Tags a process that has no children yet.
    public void applyTo(int process) {
        number.ifPresent(it -> ChildProcesses.limitFileLocks(process, it));
    }

    boolean isOn(int process) {
        return number.isPresent() && ProcessTable.tag(process) == number.getAsLong();
    }
}
