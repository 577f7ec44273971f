package dev.deft.agent.key;

import java.security.MessageDigest;
import java.util.Arrays;

/// SHA-256 (FIPS 180-4). To find the one of the JDK, a process reads the security configuration and
/// lists everything its providers offer, which takes longer than all that a short session hashes.
public final class Sha256Digest extends MessageDigest {

    private static final int BLOCK = 64;
    private static final int ROUNDS = 64;
    private static final int DIGEST = 32;

    /// Where the length begins in the last block.
    private static final int LENGTH = BLOCK - Long.BYTES;

    private static final byte END = (byte) 0x80;

    private static final int[] START = {
        0x6a09e667,
        0xbb67ae85,
        0x3c6ef372,
        0xa54ff53a,
        0x510e527f,
        0x9b05688c,
        0x1f83d9ab,
        0x5be0cd19
    };

    private static final int[] CONSTANTS = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
        0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2
    };

    private final int[] state;
    private final byte[] block;
    private final int[] schedule = new int[ROUNDS];
    private long length;

    public Sha256Digest() {
        this(START.clone(), new byte[BLOCK], 0);
    }

    private Sha256Digest(int[] state, byte[] block, long length) {
        super("SHA-256");
        this.state = state;
        this.block = block;
        this.length = length;
    }

    /// One that has hashed the same so far.
    @Override
    public Sha256Digest clone() {
        return new Sha256Digest(state.clone(), block.clone(), length);
    }

    @Override
    protected int engineGetDigestLength() {
        return DIGEST;
    }

    @Override
    protected void engineUpdate(byte input) {
        engineUpdate(new byte[] {input}, 0, 1);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int count) {
        int at = offset;
        int end = offset + count;
        int used = (int) (length % BLOCK);
        length += count;
        if (used > 0) {
            int part = Math.min(BLOCK - used, count);
            System.arraycopy(input, at, block, used, part);
            at += part;
            if (used + part < BLOCK) {
                return;
            }
            compress(block, 0);
        }
        while (end - at >= BLOCK) {
            compress(input, at);
            at += BLOCK;
        }
        System.arraycopy(input, at, block, 0, end - at);
    }

    @Override
    protected byte[] engineDigest() {
        long bits = length * Byte.SIZE;
        int used = (int) (length % BLOCK);
        block[used] = END;
        Arrays.fill(block, used + 1, BLOCK, (byte) 0);
        if (used >= LENGTH) {
            compress(block, 0);
            Arrays.fill(block, (byte) 0);
        }
        for (int i = 0; i < Long.BYTES; i++) {
            block[BLOCK - 1 - i] = (byte) (bits >>> (Byte.SIZE * i));
        }
        compress(block, 0);
        byte[] digest = new byte[DIGEST];
        for (int i = 0; i < DIGEST; i++) {
            digest[i] = (byte) (state[i / 4] >>> (Byte.SIZE * (3 - i % 4)));
        }
        engineReset();
        return digest;
    }

    @Override
    protected void engineReset() {
        System.arraycopy(START, 0, state, 0, START.length);
        Arrays.fill(block, (byte) 0);
        length = 0;
    }

    private void compress(byte[] input, int offset) {
        spread(input, offset);
        int a = state[0];
        int b = state[1];
        int c = state[2];
        int d = state[3];
        int e = state[4];
        int f = state[5];
        int g = state[6];
        int h = state[7];
        for (int i = 0; i < ROUNDS; i++) {
            int first =
                    h
                            + (Integer.rotateRight(e, 6)
                                    ^ Integer.rotateRight(e, 11)
                                    ^ Integer.rotateRight(e, 25))
                            + ((e & f) ^ (~e & g))
                            + CONSTANTS[i]
                            + schedule[i];
            int second =
                    (Integer.rotateRight(a, 2)
                                    ^ Integer.rotateRight(a, 13)
                                    ^ Integer.rotateRight(a, 22))
                            + ((a & b) ^ (a & c) ^ (b & c));
            h = g;
            g = f;
            f = e;
            e = d + first;
            d = c;
            c = b;
            b = a;
            a = first + second;
        }
        state[0] += a;
        state[1] += b;
        state[2] += c;
        state[3] += d;
        state[4] += e;
        state[5] += f;
        state[6] += g;
        state[7] += h;
    }

    /// Makes the words of all rounds from a block.
    private void spread(byte[] input, int offset) {
        for (int i = 0; i < BLOCK / Integer.BYTES; i++) {
            int at = offset + i * Integer.BYTES;
            schedule[i] =
                    (input[at] & 0xff) << 24
                            | (input[at + 1] & 0xff) << 16
                            | (input[at + 2] & 0xff) << 8
                            | (input[at + 3] & 0xff);
        }
        for (int i = BLOCK / Integer.BYTES; i < ROUNDS; i++) {
            int x = schedule[i - 15];
            int y = schedule[i - 2];
            schedule[i] =
                    schedule[i - 16]
                            + (Integer.rotateRight(x, 7) ^ Integer.rotateRight(x, 18) ^ (x >>> 3))
                            + schedule[i - 7]
                            + (Integer.rotateRight(y, 17)
                                    ^ Integer.rotateRight(y, 19)
                                    ^ (y >>> 10));
        }
    }
}
