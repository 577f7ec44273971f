package dev.deft.policy.pattern;

import java.net.Inet4Address;
import java.net.InetAddress;

/// Distinguishes public internet addresses from those of this machine and its local network.
public final class PublicAddress {

    private static final int LONGEST_PREFIX = 32;

    private PublicAddress() {}

    /// Whether it is public. IPv6 addresses that embed an IPv4 address do not count as public:
    /// nobody needs them, and they could bypass this check.
    public static boolean is(InetAddress address) {
        if (address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()) {
            return false;
        }
        byte[] bytes = address.getAddress();
        return address instanceof Inet4Address ? publicFour(bytes) : publicSix(bytes);
    }

    private static boolean publicFour(byte[] it) {
        return !(begins(it, 8, 0)
                || begins(it, 10, 100, 64)
                || begins(it, 24, 192, 0, 0)
                || begins(it, 24, 192, 0, 2)
                || begins(it, 24, 192, 88, 99)
                || begins(it, 15, 198, 18)
                || begins(it, 24, 198, 51, 100)
                || begins(it, 24, 203, 0, 113)
                || begins(it, 4, 240));
    }

    /// Only 2000::/3 is assigned for public use; parts of it are for tunnels and documentation.
    private static boolean publicSix(byte[] it) {
        return begins(it, 3, 0x20)
                && !(begins(it, 23, 0x20, 0x01, 0x00)
                        || begins(it, 32, 0x20, 0x01, 0x0d, 0xb8)
                        || begins(it, 16, 0x20, 0x02)
                        || begins(it, 20, 0x3f, 0xff, 0x00));
    }

    private static boolean begins(byte[] address, int bits, int... prefix) {
        return (word(address) ^ word(bytes(prefix))) >>> (LONGEST_PREFIX - bits) == 0;
    }

    private static byte[] bytes(int... prefix) {
        var bytes = new byte[Integer.BYTES];
        for (int i = 0; i < prefix.length; i++) {
            bytes[i] = (byte) prefix[i];
        }
        return bytes;
    }

    private static int word(byte[] bytes) {
        return (bytes[0] & 0xff) << 24
                | (bytes[1] & 0xff) << 16
                | (bytes[2] & 0xff) << 8
                | (bytes[3] & 0xff);
    }
}
