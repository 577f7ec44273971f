package dev.deft.output;

import java.util.List;

/// A kind of key that is recognized by its prefix.
///
/// @param text the prefix, which is also its name in a rule
/// @param length the least number of characters after the prefix
/// @param dashes whether `-` and `_` may be among them
/// @param run the least number of letters and digits in a row, with at least one of each
record SecretPrefix(String text, int length, boolean dashes, int run) {

    static final List<SecretPrefix> ALL =
            List.of(
                    new SecretPrefix("sk-", 16, true, 12),
                    new SecretPrefix("sk_live_", 16, false, 16),
                    new SecretPrefix("sk_test_", 16, false, 16),
                    new SecretPrefix("rk_live_", 16, false, 16),
                    new SecretPrefix("ghp_", 16, false, 16),
                    new SecretPrefix("gho_", 16, false, 16),
                    new SecretPrefix("ghu_", 16, false, 16),
                    new SecretPrefix("ghs_", 16, false, 16),
                    new SecretPrefix("ghr_", 16, false, 16),
                    new SecretPrefix("github_pat_", 20, true, 16),
                    new SecretPrefix("glpat-", 16, true, 10),
                    new SecretPrefix("xoxa-", 16, true, 8),
                    new SecretPrefix("xoxb-", 16, true, 8),
                    new SecretPrefix("xoxe-", 16, true, 8),
                    new SecretPrefix("xoxp-", 16, true, 8),
                    new SecretPrefix("xoxr-", 16, true, 8),
                    new SecretPrefix("xoxs-", 16, true, 8),
                    new SecretPrefix("AKIA", 16, false, 16),
                    new SecretPrefix("ASIA", 16, false, 16),
                    new SecretPrefix("AIza", 30, true, 8),
                    new SecretPrefix("ya29.", 20, true, 8),
                    new SecretPrefix("hf_", 30, false, 30),
                    new SecretPrefix("npm_", 30, false, 30),
                    new SecretPrefix("pypi-", 40, true, 16),
                    new SecretPrefix("hvs.", 20, true, 16),
                    new SecretPrefix("dop_v1_", 40, false, 40),
                    new SecretPrefix("shpat_", 20, false, 20));

    /// The end of a key of this kind that starts here, or -1.
    int end(char[] text, int start) {
        if (start + this.text.length() + length > text.length) {
            return -1;
        }
        for (int i = 0; i < this.text.length(); i++) {
            if (text[start + i] != this.text.charAt(i)) {
                return -1;
            }
        }
        int from = start + this.text.length();
        int end = from;
        while (end < text.length && isPartOfKey(text[end])) {
            end++;
        }
        return end - from >= length && hasRun(text, from, end) ? end : -1;
    }

    private boolean isPartOfKey(char it) {
        return AsciiChars.isLetterOrDigit(it) || (dashes && (it == '-' || it == '_'));
    }

    /// Words joined by dashes have no such run.
    private boolean hasRun(char[] text, int from, int end) {
        int begin = from;
        boolean letter = false;
        boolean digit = false;
        for (int i = from; i < end; i++) {
            if (!AsciiChars.isLetterOrDigit(text[i])) {
                begin = i + 1;
                letter = false;
                digit = false;
                continue;
            }
            letter |= text[i] > '9';
            digit |= text[i] <= '9';
            // The run may consist of digits if the rest has letters.
            if (i + 1 - begin >= run && digit && (letter || dashes)) {
                return true;
            }
        }
        return false;
    }
}
