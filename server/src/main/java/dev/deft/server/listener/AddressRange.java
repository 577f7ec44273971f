package dev.deft.server.listener;

import java.net.InetAddress;

/// Addresses that begin alike, such as `10.0.0.0/8`.
///
/// @param bits how many of the first bits are the same
public record AddressRange(InetAddress first, int bits) {

    public AddressRange {
        if (bits < 0 || bits > 8 * first.getAddress().length) {
            throw new IllegalArgumentException("%s has no %d bits".formatted(first, bits));
        }
    }

    /// Reads an address, or one with the number of its bits. Names are not looked up.
    ///
    /// @throws IllegalArgumentException if it is none
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        InetAddress first = InetAddress.ofLiteral(slash < 0 ? text : text.substring(0, slash));
        int all = 8 * first.getAddress().length;
        return new AddressRange(
                first, slash < 0 ? all : Integer.parseInt(text.substring(slash + 1)));
    }

    /// Whether an address is one of them.
    public boolean contains(InetAddress address) {
        byte[] ours = first.getAddress();
        byte[] theirs = address.getAddress();
        if (ours.length != theirs.length) {
            return false;
        }
        for (int i = 0; i < bits; i++) {
            int mask = 0x80 >> (i % 8);
            if ((ours[i / 8] & mask) != (theirs[i / 8] & mask)) {
                return false;
            }
        }
        return true;
    }
}
