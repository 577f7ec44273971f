package dev.deft.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// A seccomp filter that blocks system calls that commands do not need and exploits use.
public final class SeccompFilter {

    private static final int LOAD = 0x20;
    private static final int JUMP_EQUAL = 0x15;
    private static final int JUMP_AT_LEAST = 0x35;
    private static final int JUMP_SET = 0x45;
    private static final int AND = 0x54;
    private static final int RETURN = 0x06;

    private static final int ALLOW = 0x7fff0000;
    private static final int REFUSE = 0x00050001;
    private static final int UNKNOWN_CALL = 0x00050026;

    private static final int NUMBER_AT = 0;
    private static final int MACHINE_AT = 4;
    private static final int FIRST_ARGUMENT_AT = 16;
    private static final int SECOND_ARGUMENT_AT = 24;

    private static final int CLONE_NEWUSER = 0x10000000;
    private static final int CLONE3 = 435;
    private static final int X32_CALLS = 0x40000000;

    /// `TIOCSTI` and `TIOCLINUX`, which inject input into other terminals.
    private static final List<Integer> TERMINAL_INJECTION = List.of(0x5412, 0x541C);

    /// Address families that ignore network namespaces: the kernel crypto API and virtual sockets.
    private static final List<Integer> HARMFUL_FAMILIES = List.of(38, 40);

    /// The same, and Unix sockets, because system services listen on them and namespaces do not
    /// block those with a path.
    private static final List<Integer> HARMFUL_WITHOUT_A_GRANT = List.of(1, 38, 40);

    private static final List<Integer> UNIX = List.of(1);

    /// Datagram sockets can send to any address, even those of a socket pair.
    private static final List<Integer> DATAGRAMS = List.of(2, 3);

    private static final int KINDS = 0xf;

    /// The families that an empty network namespace makes harmless: IPv4, IPv6 and netlink.
    private static final List<Integer> OF_A_NAMESPACE = List.of(2, 10, 16);

    /// `ioctl`s that change attributes of a file opened for reading only.
    private static final List<Integer> FLAGS_OF_FILES =
            List.of(0x40086602, 0x40046602, 0x401C5820, 0x40087602);

    /// `RLIMIT_LOCKS`, which carries the process tag.
    private static final List<Integer> RLIMIT_LOCKS = List.of(10);

    private final List<Instruction> program = new ArrayList<>();

    private SeccompFilter() {}

    /// The sockets a command may open.
    public enum Network {
        /// All that a network namespace confines, or that lead to other machines.
        ANY,
        /// None, because there is no network namespace.
        NONE
    }

    /// How a command in look mode is confined.
    public enum Look {
        /// In its own namespaces, on read-only mounts.
        NAMESPACED,
        /// Without namespaces: the filter must block what Landlock does not.
        SHARED
    }

    private record Instruction(int code, int yes, int no, int value) {}

    /// The filter for this machine, as the kernel expects it.
    ///
    /// @param unix whether Unix sockets are allowed
    public static byte[] program(Network network, boolean unix) {
        var filter = new SeccompFilter();
        filter.assemble(Machine.here(), network, unix);
        return filter.bytes();
    }

    /// The filter for commands in look mode.
    public static byte[] program(Look look) {
        var filter = new SeccompFilter();
        filter.assemble(Machine.here(), look);
        return filter.bytes();
    }

    private byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(8 * program.size()).order(ByteOrder.nativeOrder());
        for (Instruction it : program) {
            bytes.putShort((short) it.code).put((byte) it.yes).put((byte) it.no).putInt(it.value);
        }
        return bytes.array();
    }

    /// System V and POSIX IPC objects survive the process that created them.
    private void assemble(Machine machine, Look look) {
        begin(machine);
        machine.ipc().forEach(it -> refuseCall(it, REFUSE));
        if (look == Look.SHARED) {
            machine.attributes().forEach(it -> refuseCall(it, REFUSE));
            refuseWhen(machine.ioctl(), SECOND_ARGUMENT_AT, JUMP_EQUAL, FLAGS_OF_FILES);
            refuseWhen(machine.prlimit(), SECOND_ARGUMENT_AT, JUMP_EQUAL, RLIMIT_LOCKS);
            refuseWhen(machine.setrlimit(), FIRST_ARGUMENT_AT, JUMP_EQUAL, RLIMIT_LOCKS);
            refuseCall(machine.socket(), REFUSE);
        } else {
            refuseUnless(machine.socket(), FIRST_ARGUMENT_AT, OF_A_NAMESPACE);
        }
        refusePairs(machine.socketpair());
        give(ALLOW);
    }

    private void assemble(Machine machine, Network network, boolean unix) {
        begin(machine);
        if (network == Network.ANY) {
            refuseWhen(
                    machine.socket(),
                    FIRST_ARGUMENT_AT,
                    JUMP_EQUAL,
                    unix ? HARMFUL_FAMILIES : HARMFUL_WITHOUT_A_GRANT);
        } else if (unix) {
            refuseUnless(machine.socket(), FIRST_ARGUMENT_AT, UNIX);
        } else {
            refuseCall(machine.socket(), REFUSE);
        }
        if (!unix) {
            refusePairs(machine.socketpair());
        }
        give(ALLOW);
    }

    private void begin(Machine machine) {
        load(MACHINE_AT);
        add(JUMP_EQUAL, 1, 0, machine.architecture());
        give(UNKNOWN_CALL);
        load(NUMBER_AT);
        add(JUMP_AT_LEAST, 0, 1, X32_CALLS);
        give(UNKNOWN_CALL);
        machine.refused().forEach(it -> refuseCall(it, REFUSE));
        refuseCall(CLONE3, UNKNOWN_CALL);
        refuseWhen(machine.fork(), FIRST_ARGUMENT_AT, JUMP_SET, List.of(CLONE_NEWUSER));
        refuseWhen(machine.ioctl(), SECOND_ARGUMENT_AT, JUMP_EQUAL, TERMINAL_INJECTION);
        refuseUnlessZero(machine.prlimit());
    }

    private void refuseCall(int number, int how) {
        add(JUMP_EQUAL, 0, 1, number);
        give(how);
    }

    private void refuseWhen(int number, int argument, int test, List<Integer> values) {
        add(JUMP_EQUAL, 0, 2 + 2 * values.size(), number);
        load(argument);
        for (int value : values) {
            add(test, 0, 1, value);
            give(REFUSE);
        }
        load(NUMBER_AT);
    }

    private void refuseUnless(int number, int argument, List<Integer> values) {
        add(JUMP_EQUAL, 0, 3 + values.size(), number);
        load(argument);
        for (int i = 0; i < values.size(); i++) {
            add(JUMP_EQUAL, values.size() - i, 0, values.get(i));
        }
        give(REFUSE);
        load(NUMBER_AT);
    }

    private void refusePairs(int number) {
        add(JUMP_EQUAL, 0, 3 + 2 * DATAGRAMS.size(), number);
        load(SECOND_ARGUMENT_AT);
        add(AND, 0, 0, KINDS);
        for (int kind : DATAGRAMS) {
            add(JUMP_EQUAL, 0, 1, kind);
            give(REFUSE);
        }
        load(NUMBER_AT);
    }

    /// Commands must not change the limits of other processes.
    private void refuseUnlessZero(int number) {
        add(JUMP_EQUAL, 0, 4, number);
        load(FIRST_ARGUMENT_AT);
        add(JUMP_EQUAL, 1, 0, 0);
        give(REFUSE);
        load(NUMBER_AT);
    }

    private void load(int offset) {
        add(LOAD, 0, 0, offset);
    }

    private void give(int answer) {
        add(RETURN, 0, 0, answer);
    }

    private void add(int code, int yes, int no, int value) {
        program.add(new Instruction(code, yes, no, value));
    }

    /// The system call numbers of this processor family.
    ///
    /// @param refused tracing and reading other processes, io_uring, keys, mounts, modules, BPF,
    ///   clocks, namespaces, file handles, and the like
    /// @param ipc shared memory, semaphores and message queues
    /// @param attributes modes, owners, times and attributes of files, and the priority of
    ///   processes
    private record Machine(
            int architecture,
            int fork,
            int ioctl,
            int prlimit,
            int setrlimit,
            int socket,
            int socketpair,
            List<Integer> refused,
            List<Integer> ipc,
            List<Integer> attributes) {

        private static final List<Integer> IPC_ON_PC =
                List.of(29, 30, 31, 64, 65, 66, 68, 69, 70, 71, 220, 240, 241, 242, 243);

        private static final List<Integer> IPC_ON_ARM =
                List.of(180, 181, 182, 183, 186, 187, 188, 189, 190, 191, 192, 193, 194, 195, 196);

        private static final List<Integer> ATTRIBUTES_ON_PC =
                List.of(
                        90, 91, 92, 93, 94, 132, 141, 142, 144, 188, 189, 190, 197, 198, 199, 203,
                        235, 251, 256, 260, 261, 268, 280, 314, 452, 463, 466, 469);

        private static final List<Integer> ATTRIBUTES_ON_ARM =
                List.of(
                        5, 6, 7, 14, 15, 16, 30, 52, 53, 54, 55, 88, 118, 119, 122, 140, 238, 274,
                        452, 463, 466, 469);

        /// Newer calls have the same number everywhere.
        private static final List<Integer> EVERYWHERE =
                List.of(425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 440, 442, 443, 467);

        private static final List<Integer> PC =
                List.of(
                        101, 103, 134, 153, 154, 155, 159, 161, 163, 164, 165, 166, 167, 168, 169,
                        170, 171, 172, 173, 175, 176, 179, 180, 212, 227, 246, 248, 249, 250, 272,
                        279, 298, 300, 303, 304, 305, 308, 310, 311, 312, 313, 320, 321, 323);

        private static final List<Integer> ARM =
                List.of(
                        18, 39, 40, 41, 42, 51, 58, 60, 89, 97, 104, 105, 106, 112, 116, 117, 142,
                        161, 162, 170, 171, 217, 218, 219, 224, 225, 239, 241, 262, 264, 265, 266,
                        268, 270, 271, 272, 273, 280, 282, 294);

        static Machine here() {
            return "aarch64".equals(System.getProperty("os.arch"))
                    ? new Machine(
                            0xC00000B7,
                            220,
                            29,
                            261,
                            164,
                            198,
                            199,
                            joined(ARM),
                            IPC_ON_ARM,
                            ATTRIBUTES_ON_ARM)
                    : new Machine(
                            0xC000003E,
                            56,
                            16,
                            302,
                            160,
                            41,
                            53,
                            joined(PC),
                            IPC_ON_PC,
                            ATTRIBUTES_ON_PC);
        }

        private static List<Integer> joined(List<Integer> own) {
            var all = new ArrayList<>(own);
            all.addAll(EVERYWHERE);
            return all;
        }
    }
}
