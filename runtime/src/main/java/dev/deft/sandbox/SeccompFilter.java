package dev.deft.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// A program for the kernel that refuses system calls no command needs and escapes are made of.
public final class SeccompFilter {

    private static final int LOAD = 0x20;
    private static final int JUMP_EQUAL = 0x15;
    private static final int JUMP_AT_LEAST = 0x35;
    private static final int JUMP_SET = 0x45;
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

    /// Types into, or rearranges, the terminal of somebody else.
    private static final List<Integer> TERMINAL_TRICKS = List.of(0x5412, 0x541C);

    /// Address families that know no network namespace: the machine below and the kernel's cipher.
    private static final List<Integer> HARMFUL_FAMILIES = List.of(38, 40);

    /// The same, and sockets by path, behind which the masters of the machine listen.
    private static final List<Integer> HARMFUL_WITHOUT_A_NAMESPACE = List.of(1, 38, 40);

    private final List<Instruction> program = new ArrayList<>();

    private SeccompFilter() {}

    /// Which sockets a command may open.
    public enum Sockets {
        /// Those a network namespace holds back.
        NAMESPACED,
        /// Those that lead away from this machine.
        OF_THE_INTERNET,
        /// None at all: there is no namespace.
        NONE
    }

    private record Instruction(int code, int yes, int no, int value) {}

    /// The program for this machine as the kernel reads it.
    public static byte[] program(Sockets sockets) {
        var filter = new SeccompFilter();
        filter.assemble(Machine.here(), sockets);
        ByteBuffer bytes =
                ByteBuffer.allocate(8 * filter.program.size()).order(ByteOrder.nativeOrder());
        for (Instruction it : filter.program) {
            bytes.putShort((short) it.code).put((byte) it.yes).put((byte) it.no).putInt(it.value);
        }
        return bytes.array();
    }

    private void assemble(Machine machine, Sockets sockets) {
        load(MACHINE_AT);
        add(JUMP_EQUAL, 1, 0, machine.architecture());
        give(UNKNOWN_CALL);
        load(NUMBER_AT);
        add(JUMP_AT_LEAST, 0, 1, X32_CALLS);
        give(UNKNOWN_CALL);
        machine.refused().forEach(it -> refuseCall(it, REFUSE));
        refuseCall(CLONE3, UNKNOWN_CALL);
        refuseWhen(machine.fork(), FIRST_ARGUMENT_AT, JUMP_SET, List.of(CLONE_NEWUSER));
        refuseWhen(machine.ioctl(), SECOND_ARGUMENT_AT, JUMP_EQUAL, TERMINAL_TRICKS);
        refuseUnlessZero(machine.prlimit());
        switch (sockets) {
            case NONE -> refuseCall(machine.socket(), REFUSE);
            case OF_THE_INTERNET ->
                    refuseWhen(
                            machine.socket(),
                            FIRST_ARGUMENT_AT,
                            JUMP_EQUAL,
                            HARMFUL_WITHOUT_A_NAMESPACE);
            case NAMESPACED ->
                    refuseWhen(machine.socket(), FIRST_ARGUMENT_AT, JUMP_EQUAL, HARMFUL_FAMILIES);
        }
        give(ALLOW);
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

    /// Limits of another process are none of its business.
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

    /// The numbers of this processor family.
    ///
    /// @param refused tracing and reading other processes, io_uring, keys, mounts, modules, BPF,
    ///   clocks, namespaces, handles of files, and the like
    private record Machine(
            int architecture, int fork, int ioctl, int prlimit, int socket, List<Integer> refused) {

        /// Newer calls have one number everywhere.
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
                    ? new Machine(0xC00000B7, 220, 29, 261, 198, joined(ARM))
                    : new Machine(0xC000003E, 56, 16, 302, 41, joined(PC));
        }

        private static List<Integer> joined(List<Integer> own) {
            var all = new ArrayList<>(own);
            all.addAll(EVERYWHERE);
            return all;
        }
    }
}
