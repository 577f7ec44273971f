package dev.deft.search.regex;

/// How common bytes are in source code and prose, roughly: the search looks for the rarest first.
public final class Rarity {

    /// From common to rare; what is not listed is rarer still.
    private static final String COMMON =
            " etaonrsildcupmfghby.,_()v-=;:/w\n\t\"'*0x1>k<{}ISTACERPNLDOM2MF[]B$3!#V4jU5HGq8z6W"
                    + "79+XKY@&\\|QJZ%?`^~";

    private Rarity() {}

    /// 0 for the most common byte, larger for rarer ones.
    static int of(byte value) {
        int rank = COMMON.indexOf((char) (value & 0xff));
        return rank < 0 ? 255 : rank;
    }

    /// Where the rarest two bytes in a row begin, with one more behind them if there are that many.
    public static int rarestPair(byte[] text) {
        int best = 0;
        for (int i = 1; i + 2 < text.length; i++) {
            if (share(text[i]) * share(text[i + 1]) < share(text[best]) * share(text[best + 1])) {
                best = i;
            }
        }
        return best;
    }

    /// Which part of the bytes of a text are this one, roughly; all of them together are 1.
    static double share(byte value) {
        int rank = of(value);
        return 0.08 / (1 + rank * rank / 60.0);
    }
}
