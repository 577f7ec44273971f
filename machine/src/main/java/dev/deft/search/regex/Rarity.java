package dev.deft.search.regex;

/// Estimates how common bytes are in source code and prose: the search looks for the rarest first.
public final class Rarity {

    /// From common to rare; all other bytes are rarer still.
    private static final String COMMON =
            " etaonrsildcupmfghby.,_()v-=;:/w\n\t\"'*0x1>k<{}ISTACERPNLDOM2MF[]B$3!#V4jU5HGq8z6W"
                    + "79+XKY@&\\|QJZ%?`^~";

    private Rarity() {}

    /// Returns 0 for the most common byte and larger numbers for rarer ones.
    static int of(byte value) {
        int rank = COMMON.indexOf((char) (value & 0xff));
        return rank < 0 ? 255 : rank;
    }

    /// The index of the two consecutive bytes that are rarest, with at least one more behind them
    /// if possible.
    public static int rarestPair(byte[] text) {
        int best = 0;
        for (int i = 1; i + 2 < text.length; i++) {
            if (share(text[i]) * share(text[i + 1]) < share(text[best]) * share(text[best + 1])) {
                best = i;
            }
        }
        return best;
    }

    /// Estimates the fraction of bytes in a text that have this value.
    static double share(byte value) {
        int rank = of(value);
        return 0.08 / (1 + rank * rank / 60.0);
    }
}
