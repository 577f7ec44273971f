package dev.deft.net.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;

/// The Huffman code of HPACK (RFC 7541, appendix B). It is canonical: the lengths of the codes say
/// everything.
final class Huffman {

    private static final int LONGEST = 30;
    private static final int END = 256;

    /// The length of the code of each byte.
    private static final List<String> LENGTHS =
            List.of(
                    "13 23 28 28 28 28 28 28 28 24 30 28 28 30 28 28",
                    "28 28 28 28 28 28 30 28 28 28 28 28 28 28 28 28",
                    "6 10 10 12 13 6 8 11 10 10 8 11 8 6 6 6",
                    "5 5 5 6 6 6 6 6 6 6 7 8 15 6 12 10",
                    "13 6 7 7 7 7 7 7 7 7 7 7 7 7 7 7",
                    "7 7 7 7 7 7 7 7 8 7 8 13 19 13 14 6",
                    "15 5 6 5 6 5 6 6 6 5 7 7 6 6 6 5",
                    "6 7 6 5 5 6 7 7 7 7 7 15 11 14 13 28",
                    "20 22 20 20 22 22 22 23 22 23 23 23 23 23 24 23",
                    "24 24 22 23 24 23 23 23 23 21 22 23 22 23 23 24",
                    "22 21 20 22 22 23 23 21 23 22 22 24 21 22 23 23",
                    "21 21 22 21 23 22 23 23 20 22 22 22 23 22 22 23",
                    "26 26 20 19 22 23 22 25 26 26 26 27 27 26 24 25",
                    "19 21 26 27 27 26 27 24 21 21 26 26 28 27 27 27",
                    "20 24 20 21 22 21 21 23 22 22 25 25 24 24 26 23",
                    "26 27 26 26 27 27 27 27 27 28 27 27 27 27 27 26");

    /// By length: the first code, the number of codes, and the place of the first symbol.
    private final int[] first = new int[LONGEST + 1];

    private final int[] count = new int[LONGEST + 1];
    private final int[] place = new int[LONGEST + 1];
    private final int[] symbols = new int[END + 1];

    Huffman() {
        var lengths = new int[END + 1];
        int next = 0;
        for (String line : LENGTHS) {
            for (String length : line.split(" ", -1)) {
                lengths[next] = Integer.parseInt(length);
                next++;
            }
        }
        lengths[END] = LONGEST;
        int code = 0;
        int at = 0;
        for (int length = 1; length <= LONGEST; length++) {
            code <<= 1;
            first[length] = code;
            place[length] = at;
            for (int symbol = 0; symbol <= END; symbol++) {
                if (lengths[symbol] == length) {
                    symbols[at] = symbol;
                    at++;
                    code++;
                }
            }
            count[length] = at - place[length];
        }
    }

    byte[] decode(byte[] coded) throws IOException {
        var plain = new ByteArrayOutputStream();
        int code = 0;
        int length = 0;
        for (int bit = 0; bit < coded.length * 8; bit++) {
            code = code << 1 | (coded[bit / 8] >> (7 - bit % 8) & 1);
            length++;
            if (length > LONGEST) {
                throw new IOException("the server sent headers that cannot be read");
            }
            int offset = code - first[length];
            if (offset >= 0 && offset < count[length]) {
                int symbol = symbols[place[length] + offset];
                if (symbol == END) {
                    throw new IOException("the server sent headers that cannot be read");
                }
                plain.write(symbol);
                code = 0;
                length = 0;
            }
        }
        // What is left must be fewer than 8 bits, all of them ones.
        if (length > 7 || code != (1 << length) - 1) {
            throw new IOException("the server sent headers that cannot be read");
        }
        return plain.toByteArray();
    }
}
