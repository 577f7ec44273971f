package dev.deft.process.tree;

import dev.deft.host.ErrorCode;
import dev.deft.host.HostException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// The Linux signals with the same number on every supported processor.
public enum Signal {
    SIGHUP(1),
    SIGINT(2),
    SIGQUIT(3),
    SIGILL(4),
    SIGTRAP(5),
    SIGABRT(6),
    SIGBUS(7),
    SIGFPE(8),
    SIGKILL(9),
    SIGUSR1(10),
    SIGSEGV(11),
    SIGUSR2(12),
    SIGPIPE(13),
    SIGALRM(14),
    SIGTERM(15),
    SIGCONT(18),
    SIGSTOP(19),
    SIGTSTP(20),
    SIGTTIN(21),
    SIGTTOU(22),
    SIGXCPU(24),
    SIGXFSZ(25),
    SIGWINCH(28),
    SIGSYS(31);

    private final int number;

    Signal(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }

    public static Optional<Signal> ofNumber(int number) {
        return Arrays.stream(values()).filter(it -> it.number == number).findFirst();
    }

    /// Parses a signal name or number.
    ///
    /// @throws HostException that lists all signals, if there is no such signal
    public static Signal named(String text) throws HostException {
        return parse(text)
                .orElseThrow(() ->
                        new HostException(
                                ErrorCode.INVALID_ARGUMENTS,
                                "There is no signal %s. Signals are %s."
                                        .formatted(
                                                text,
                                                Arrays.stream(values())
                                                        .map(Enum::name)
                                                        .collect(Collectors.joining(", ")))));
    }

    /// Parses `SIGTERM`, `term` or `15`.
    static Optional<Signal> parse(String text) {
        String name = text.strip().toUpperCase(Locale.ROOT);
        return Arrays.stream(values())
                .filter(it ->
                        it.name().equals(name)
                                || it.name().equals("SIG" + name)
                                || String.valueOf(it.number).equals(name))
                .findFirst();
    }
}
