package dev.deft.kernel;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Replaces this process by a new one with the same id, standard streams and directory. All its
/// threads end without further notice, so everything that must be kept has been stored and closed
/// before.
public final class ProcessReplacement {

    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final Path ENVIRONMENT = Path.of("/proc/self/environ");

    /// Keeps every byte.
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private static final Path PROGRAM = Path.of("/proc/self/exe");
    private static final int CLOSE_RANGE = 436;
    private static final int ONLY_ON_EXEC = 4;
    private static final int FIRST_OTHER_DESCRIPTOR = 3;
    private static final long LAST_DESCRIPTOR = 0xffff_ffffL;
    private static final int SET_MASK = 2;
    private static final int MASK_BYTES = 8;

    private ProcessReplacement() {}

    /// Whether this machine supports it.
    public static boolean available() {
        return Syscalls.available() && Files.isReadable(COMMAND_LINE);
    }

    /// Replaces this process by one of the same program with the same command line.
    ///
    /// @param environment of the new process
    /// @throws IOException if that fails; otherwise it does not return
    public static void run(Map<String, String> environment) throws IOException {
        List<String> assignments = new ArrayList<>();
        environment.forEach((name, value) -> assignments.add(name + "=" + value));
        replace(
                Files.readSymbolicLink(PROGRAM).toString(),
                strings(COMMAND_LINE, StandardCharsets.UTF_8),
                assignments,
                StandardCharsets.UTF_8);
    }

    /// Replaces this process by a shell that runs a script with the last words of this command line
    /// and the environment that this process was started with, byte for byte.
    ///
    /// @param variable of the environment that names the script
    /// @param words how many words of the command line the script gets
    /// @param assignment added to the environment, such as `A=1`
    /// @throws IOException if that fails; otherwise it does not return
    public static void runScript(String variable, int words, String assignment) throws IOException {
        List<String> environment = strings(ENVIRONMENT, BYTES);
        String script =
                environment.stream()
                        .filter(it -> it.startsWith(variable + "="))
                        .findFirst()
                        .map(it -> it.substring(variable.length() + 1))
                        .orElseThrow(() -> new IOException(variable + " is not set"));
        List<String> all = strings(COMMAND_LINE, BYTES);
        List<String> command = new ArrayList<>(List.of("sh", script));
        command.addAll(all.subList(all.size() - words, all.size()));
        environment.add(assignment);
        replace("/bin/sh", command, environment, BYTES);
    }

    private static void replace(
            String program, List<String> words, List<String> environment, Charset charset)
            throws IOException {
        try (var memory = SyscallMemory.take()) {
            SingleSyscall.checked(
                    "close_range",
                    SingleSyscall.call(
                            CLOSE_RANGE,
                            FIRST_OTHER_DESCRIPTOR,
                            LAST_DESCRIPTOR,
                            ONLY_ON_EXEC,
                            0,
                            0));
            NativeMemory none = memory.allocate(MASK_BYTES);
            none.clear();
            SingleSyscall.call(
                    ProcessSyscallNumbers.HERE.sigprocmask(),
                    SET_MASK,
                    none.address(),
                    0,
                    MASK_BYTES,
                    0);
            SingleSyscall.checked(
                    "execve",
                    SingleSyscall.call(
                            ProcessSyscallNumbers.HERE.execve(),
                            memory.name(program),
                            memory.strings(words, charset),
                            memory.strings(environment, charset),
                            0,
                            0));
        }
    }

    /// The strings of a file of the kernel, each with a zero behind it.
    private static List<String> strings(Path file, Charset charset) throws IOException {
        String all = new String(Files.readAllBytes(file), charset);
        List<String> strings = new ArrayList<>(List.of(all.split("\0", -1)));
        strings.removeLast();
        return strings;
    }
}
