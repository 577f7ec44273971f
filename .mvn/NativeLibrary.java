import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;

/// Writes the native library of `dev.deft.kernel.Trampoline`: three functions of a dozen
/// instructions at most, in a shared object that the dynamic loader of Linux takes.
///
/// No C compiler can be expected where Deft is built, so the instructions stand here. Two functions
/// move their arguments from where the JVM passes them to a native method, behind the environment
/// and the class, to where the kernel or a function of the C library expects them. The third returns
/// the address of `dlsym`, which the loader puts behind the table of what it reads.
final class NativeLibrary {

    private static final String METHODS = "Java_dev_deft_kernel_Trampoline_";

    private static final int HEADER = 64;
    private static final int PROGRAM_HEADER = 56;
    private static final int SYMBOL = 24;
    private static final int SHARED_OBJECT = 3;

    private static final int LOAD = 1;
    private static final int DYNAMIC = 2;
    private static final int STACK = 0x6474e551;

    private static final int EXECUTE = 1;
    private static final int WRITE = 2;
    private static final int READ = 4;

    /// The largest page of either processor family. The second segment is the same page of the
    /// file again, where it can be written to, as the dynamic loader of older systems does.
    private static final int PAGE = 0x10000;

    private static final int GLOBAL_FUNCTION = 0x12;

    /// The symbols that the library defines begin with the second.
    private static final List<String> DEFINED = List.of("syscall", "call", "dlsym");

    private static final String IMPORTED = "dlsym";
    private static final int SYMBOLS = 1 + DEFINED.size() + 1;
    private static final int RELOCATION = 24;

    /// What differs between processor families.
    ///
    /// @param machine its number in the header
    /// @param syscall the instructions of `long syscall(long number, long a, …, long e)`
    /// @param call the instructions of `long call(long function, long a, …, long f)`
    /// @param dlsym the instructions of `long dlsym()`, given how far away the result stands
    /// @param addressOf the number of the relocation that stores the address of a symbol
    private record Processor(
            int machine, byte[] syscall, byte[] call, IntFunction<byte[]> dlsym, int addressOf) {}

    private static final Processor X86_64 =
            new Processor(
                    62,
                    code(
                            "4889d0", // mov rax, rdx        the number
                            "4889cf", // mov rdi, rcx        a
                            "4c89c6", // mov rsi, r8         b
                            "4c89ca", // mov rdx, r9         c
                            "4c8b542408", // mov r10, [rsp+8]    d
                            "4c8b442410", // mov r8, [rsp+16]    e
                            "4531c9", // xor r9d, r9d        no sixth argument
                            "0f05", // syscall
                            "c3"), // ret
                    code(
                            "4889d0", // mov rax, rdx        the function
                            "4889cf", // mov rdi, rcx        a
                            "4c89c6", // mov rsi, r8         b
                            "4c89ca", // mov rdx, r9         c
                            "488b4c2408", // mov rcx, [rsp+8]    d
                            "4c8b442410", // mov r8, [rsp+16]    e
                            "4c8b4c2418", // mov r9, [rsp+24]    f
                            "ffe0"), // jmp rax
                    // Counted from the end of the first instruction.
                    distance ->
                            code(
                                    "488b05" + littleEndian(distance - 7), // mov rax, [rip+…]
                                    "c3"), // ret
                    6);

    private static final Processor AARCH64 =
            new Processor(
                    183,
                    code(
                            "e80302aa", // mov x8, x2          the number
                            "e00303aa", // mov x0, x3          a
                            "e10304aa", // mov x1, x4          b
                            "e20305aa", // mov x2, x5          c
                            "e30306aa", // mov x3, x6          d
                            "e40307aa", // mov x4, x7          e
                            "e5031faa", // mov x5, xzr         no sixth argument
                            "010000d4", // svc #0
                            "c0035fd6"), // ret
                    code(
                            "e90302aa", // mov x9, x2          the function
                            "e00303aa", // mov x0, x3          a
                            "e10304aa", // mov x1, x4          b
                            "e20305aa", // mov x2, x5          c
                            "e30306aa", // mov x3, x6          d
                            "e40307aa", // mov x4, x7          e
                            "e50340f9", // ldr x5, [sp]        f
                            "20011fd6"), // br x9
                    // Counted in instructions.
                    distance ->
                            code(
                                    littleEndian(0x58000000 | distance / 4 << 5), // ldr x0, …
                                    "c0035fd6"), // ret
                    1025);

    private NativeLibrary() {}

    /// The only arguments are the file to write and, for another machine than this one, the name of
    /// its processor family.
    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), args.length > 1 ? args[1] : System.getProperty("os.arch"));
    }

    /// Writes the library for this machine, if it is one of those we know.
    static void write(Path file) throws IOException {
        if (System.getProperty("os.name").toLowerCase(Locale.ROOT).startsWith("linux")) {
            write(file, System.getProperty("os.arch"));
        }
    }

    private static void write(Path file, String architecture) throws IOException {
        Optional<Processor> processor =
                switch (architecture) {
                    case "amd64", "x86_64" -> Optional.of(X86_64);
                    case "aarch64" -> Optional.of(AARCH64);
                    default -> Optional.empty();
                };
        if (processor.isPresent()) {
            Files.write(file, library(processor.get()));
        }
    }

    /// The headers, the instructions, what the loader reads to find the functions by their names and
    /// to fill in what the library imports, and the table that says where all of that is.
    private static byte[] library(Processor processor) {
        StringBuilder names = new StringBuilder("\0");
        DEFINED.forEach(it -> names.append(METHODS).append(it).append('\0'));
        names.append(IMPORTED).append('\0');

        int syscall = aligned(HEADER + 4 * PROGRAM_HEADER);
        int call = aligned(syscall + processor.syscall().length);
        int dlsym = aligned(call + processor.call().length);
        int symbols = aligned(dlsym + processor.dlsym().apply(0).length);
        int hash = symbols + SYMBOLS * SYMBOL;
        int relocations = aligned(hash + (3 + SYMBOLS) * Integer.BYTES);
        int strings = relocations + RELOCATION;
        int dynamic = aligned(strings + names.length());
        List<long[]> entries =
                List.of(
                        new long[] {4, hash},
                        new long[] {5, strings},
                        new long[] {6, symbols},
                        new long[] {7, relocations},
                        new long[] {8, RELOCATION},
                        new long[] {9, RELOCATION},
                        new long[] {10, names.length()},
                        new long[] {11, SYMBOL},
                        new long[] {0, 0});
        int dynamicBytes = entries.size() * 2 * Long.BYTES;
        int imported = dynamic + dynamicBytes;
        int writable = dynamicBytes + Long.BYTES;

        ByteBuffer file = ByteBuffer.allocate(dynamic + writable).order(ByteOrder.LITTLE_ENDIAN);
        header(file, processor.machine());
        segment(file, LOAD, READ | EXECUTE, 0, 0, dynamic);
        segment(file, LOAD, READ | WRITE, dynamic, PAGE, writable);
        segment(file, DYNAMIC, READ | WRITE, dynamic, PAGE, dynamicBytes);
        segment(file, STACK, READ | WRITE, 0, 0, 0);

        List<byte[]> code =
                List.of(
                        processor.syscall(),
                        processor.call(),
                        processor.dlsym().apply(imported + PAGE - dlsym));
        List<Integer> places = List.of(syscall, call, dlsym);
        // The first symbol is none, and the last one is what the loader has to find.
        file.position(symbols + SYMBOL);
        int name = 1;
        for (int i = 0; i < DEFINED.size(); i++) {
            file.put(places.get(i), code.get(i));
            symbol(file, name, places.get(i), code.get(i).length);
            name += METHODS.length() + DEFINED.get(i).length() + 1;
        }
        file.putInt(name).put((byte) GLOBAL_FUNCTION).put((byte) 0).putShort((short) 0);
        // One bucket with all that the library defines, one behind the other.
        file.position(hash).putInt(1).putInt(SYMBOLS).putInt(1);
        file.putInt(0).putInt(2).putInt(3).putInt(0).putInt(0);
        file.position(relocations).putLong(imported + PAGE);
        file.putLong((long) (SYMBOLS - 1) << 32 | processor.addressOf()).putLong(0);
        file.put(names.toString().getBytes(StandardCharsets.US_ASCII));
        file.position(dynamic);
        for (long[] entry : entries) {
            file.putLong(entry[0]).putLong(entry[1]);
        }
        return file.array();
    }

    private static void header(ByteBuffer file, int machine) {
        file.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16);
        file.putShort((short) SHARED_OBJECT).putShort((short) machine).putInt(1);
        file.putLong(0).putLong(HEADER).putLong(0).putInt(0);
        file.putShort((short) HEADER).putShort((short) PROGRAM_HEADER).putShort((short) 4);
        file.position(HEADER);
    }

    /// @param base what is added to the place in the file, to be the place in memory
    private static void segment(
            ByteBuffer file, int type, int flags, int from, int base, int length) {
        file.putInt(type).putInt(flags).putLong(from).putLong(from + base).putLong(from + base);
        file.putLong(length).putLong(length).putLong(type == LOAD ? PAGE : Long.BYTES);
    }

    private static void symbol(ByteBuffer file, int name, int at, int length) {
        file.putInt(name).put((byte) GLOBAL_FUNCTION).put((byte) 0).putShort((short) 1);
        file.putLong(at).putLong(length);
    }

    private static int aligned(int at) {
        return Math.ceilDiv(at, 16) * 16;
    }

    private static String littleEndian(int instruction) {
        return HexFormat.of().toHexDigits(Integer.reverseBytes(instruction));
    }

    private static byte[] code(String... instructions) {
        return HexFormat.of().parseHex(String.join("", instructions));
    }
}
