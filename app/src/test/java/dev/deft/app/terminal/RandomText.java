package dev.deft.app.terminal;

import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// Texts as a hostile model or file might hold them.
public final class RandomText {

    private static final List<String> NASTY =
            List.of(
                    "\u001b[2J",
                    "\u001b]52;c;aGk=\u0007",
                    "\u001b]8;;http://x\u001b\\",
                    "\u009b31m",
                    "\u009d0;x\u009c",
                    "\u001b[31m",
                    "\u001b[8m",
                    "\u001b",
                    "\u001bc",
                    "\u202e",
                    "\u2066",
                    "\u200b",
                    "\u200d",
                    "\ufeff",
                    "\u00ad",
                    "\u034f",
                    "\u3164",
                    "\ufe0f",
                    "\u2028",
                    "\u0085",
                    "\ud83d",
                    "\udc00",
                    "\udb40\udc41",
                    "\r",
                    "\r\n",
                    "\b",
                    "\u0000",
                    "\u007f");

    private static final List<String> HARMLESS =
            List.of("a", " ", "\n", "\t", "Wörter", "広い", "😀", "`", "**", "# ", "- ", "[2J");

    private static final Pattern STYLE = Pattern.compile("\u001b\\[(0|1|2|31|32|33|36)m");

    /// Said again in the words of the JDK, apart from the code that is tested.
    private static final Pattern HARMFUL =
            Pattern.compile(
                    "[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}&&[^\\n\\t]]"
                            + "|[\\x{E0000}-\\x{E0FFF}\\x{FE00}-\\x{FE0F}\\x{3164}\\x{034F}]");

    private RandomText() {}

    /// Up to 40 pieces: words, known troublemakers, and any character at all.
    public static String of(RandomGenerator random) {
        var text = new StringBuilder();
        for (int left = random.nextInt(40); left > 0; left--) {
            switch (random.nextInt(3)) {
                case 0 -> text.append(NASTY.get(random.nextInt(NASTY.size())));
                case 1 -> text.append(HARMLESS.get(random.nextInt(HARMLESS.size())));
                default ->
                        text.appendCodePoint(
                                random.nextInt(random.nextBoolean() ? 0x3000 : 0x110000));
            }
        }
        return text.toString();
    }

    /// What is left when the styles of [TextStyle] are taken out has no character that hides or
    /// moves anything, but line ends and tabs.
    public static boolean isSafe(String shown) {
        return !HARMFUL.matcher(STYLE.matcher(shown).replaceAll("")).find();
    }
}
