package dev.deft.host;

import java.net.IDN;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads the host of a URL: a name, or an address in any of its notations.
final class UrlHost {

    private static final int LONGEST_NAME = 253;
    private static final int LONGEST_LABEL = 63;
    private static final Pattern NAME = Pattern.compile("[a-z0-9_.-]+");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+|0x[0-9a-f]*");
    private static final Pattern SIX = Pattern.compile("[0-9a-f:]+(:[0-9.]+)?");
    private static final Pattern DOTTED =
            Pattern.compile("(0|[1-9][0-9]{0,2})(\\.(0|[1-9][0-9]{0,2})){3}");

    /// Letters that the two standards for names outside ASCII map to different names.
    private static final String AMBIGUOUS = "\u00df\u03c2\u200c\u200d\u1e9e";

    private UrlHost() {}

    /// The usual spelling; empty if it is no host.
    static Optional<String> canonical(String text) {
        if (text.startsWith("[")) {
            return text.endsWith("]")
                    ? six(text.substring(1, text.length() - 1).toLowerCase(Locale.ROOT))
                    : Optional.empty();
        }
        return ascii(text).flatMap(UrlHost::nameOrNumber);
    }

    private static Optional<String> nameOrNumber(String name) {
        if (!NAME.matcher(name).matches() || name.length() > LONGEST_NAME) {
            return Optional.empty();
        }
        List<String> labels = List.of(name.split("\\.", -1));
        if (labels.stream().anyMatch(it -> it.isEmpty() || it.length() > LONGEST_LABEL)) {
            return Optional.empty();
        }
        return NUMBER.matcher(labels.getLast()).matches() ? four(labels) : Optional.of(name);
    }

    /// A name outside ASCII is accepted if it is written in its normal form.
    private static Optional<String> ascii(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.chars().allMatch(it -> it < 128)) {
            return Optional.of(lower);
        }
        if (lower.chars().anyMatch(it -> AMBIGUOUS.indexOf(it) >= 0)) {
            return Optional.empty();
        }
        try {
            String ascii = IDN.toASCII(lower, IDN.USE_STD3_ASCII_RULES).toLowerCase(Locale.ROOT);
            return IDN.toUnicode(ascii).equals(lower) ? Optional.of(ascii) : Optional.empty();
        } catch (IllegalArgumentException unused) {
            return Optional.empty();
        }
    }

    /// An IPv4 address of one to four numbers, each decimal, octal or hexadecimal. The last one
    /// fills the bytes that are left.
    private static Optional<String> four(List<String> labels) {
        if (labels.size() > Integer.BYTES) {
            return Optional.empty();
        }
        List<Long> numbers = new ArrayList<>();
        for (String label : labels) {
            Optional<Long> number = number(label);
            if (number.isEmpty()) {
                return Optional.empty();
            }
            numbers.add(number.get());
        }
        long address = 0;
        for (int i = 0; i < numbers.size() - 1; i++) {
            if (numbers.get(i) > 255) {
                return Optional.empty();
            }
            address |= numbers.get(i) << (24 - 8 * i);
        }
        if (numbers.getLast() >= 1L << (8 * (5 - numbers.size()))) {
            return Optional.empty();
        }
        address |= numbers.getLast();
        return Optional.of(
                "%d.%d.%d.%d"
                        .formatted(
                                address >> 24,
                                address >> 16 & 255,
                                address >> 8 & 255,
                                address & 255));
    }

    private static Optional<Long> number(String label) {
        boolean hex = label.startsWith("0x");
        boolean octal = !hex && label.length() > 1 && label.startsWith("0");
        String digits = hex ? label.substring(2) : octal ? label.substring(1) : label;
        if (digits.isEmpty()) {
            return hex ? Optional.of(0L) : Optional.empty();
        }
        int radix = hex ? 16 : octal ? 8 : 10;
        String significant = digits.replaceFirst("^0+(?=.)", "");
        if (significant.length() > 12
                || significant.chars().anyMatch(it -> Character.digit(it, radix) < 0)) {
            return Optional.empty();
        }
        return Optional.of(Long.parseLong(significant, radix));
    }

    /// An IPv6 address in brackets, in its shortest form. One that stands for an IPv4 address
    /// becomes that.
    private static Optional<String> six(String literal) {
        int dot = literal.indexOf('.');
        if (!SIX.matcher(literal).matches()
                || literal.indexOf(':') < 0
                || (dot >= 0
                        && !DOTTED.matcher(literal.substring(literal.lastIndexOf(':') + 1))
                                .matches())) {
            return Optional.empty();
        }
        try {
            // In brackets it is a literal or nothing: no name is looked up.
            InetAddress address = InetAddress.getByName("[" + literal + "]");
            return Optional.of(
                    address instanceof Inet4Address
                            ? address.getHostAddress()
                            : "[" + shortest(address.getAddress()) + "]");
        } catch (UnknownHostException unused) {
            return Optional.empty();
        }
    }

    /// The first longest run of at least two zero groups becomes `::`.
    private static String shortest(byte[] address) {
        var groups = new int[8];
        for (int i = 0; i < groups.length; i++) {
            groups[i] = (address[2 * i] & 255) << 8 | (address[2 * i + 1] & 255);
        }
        int from = 0;
        int length = 1;
        for (int i = 0; i < groups.length; i++) {
            int end = i;
            while (end < groups.length && groups[end] == 0) {
                end++;
            }
            if (end - i > length) {
                from = i;
                length = end - i;
            }
        }
        var text = new StringBuilder();
        for (int i = 0; i < groups.length; i++) {
            if (length > 1 && i == from) {
                text.append("::");
                i += length - 1;
            } else {
                boolean first = text.isEmpty() || text.charAt(text.length() - 1) == ':';
                text.append(first ? "" : ":").append(Integer.toHexString(groups[i]));
            }
        }
        return text.toString();
    }
}
