package dev.deft.agent.model;

/// Amounts of money as text.
public final class Dollars {

    private static final long MILLION = 1_000_000;

    private Dollars() {}

    /// {@return an amount rounded to a millionth, without an exponent, which not every shell
    /// understands, and without zeros at its end}
    ///
    /// Not by `BigDecimal`: its first use computes tables for numbers of a length that no price
    /// has, 12 ms of every run.
    ///
    /// @param amount of dollars
    public static String plain(double amount) {
        long millionths = Math.round(amount * MILLION);
        long whole = millionths / MILLION;
        String digits = Long.toString(MILLION + millionths % MILLION).substring(1);
        int end = digits.length();
        while (end > 0 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return end == 0
                ? Long.toString(whole)
                : String.join(".", Long.toString(whole), digits.substring(0, end));
    }
}
