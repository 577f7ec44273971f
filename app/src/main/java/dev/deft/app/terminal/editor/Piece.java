package dev.deft.app.terminal.editor;

import dev.deft.output.InvisibleCharacters;
import dev.deft.output.TerminalText;
import dev.deft.tool.Attachment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jline.utils.AttributedString;

/// What the cursor passes in one step: a character as the user sees it, or a token.
///
/// @param text what is edited; of a token its label
/// @param shown what is drawn
/// @param width the columns of `shown`
/// @param token what the label stands for
record Piece(String text, String shown, int width, Optional<Token> token) {

    private static final Pattern GRAPHEME = Pattern.compile("\\X");
    private static final String TAB = "    ";
    private static final int JOINER = 0x200d;
    private static final int EMOJI_STYLE = 0xfe0f;

    /// What a label stands for.
    sealed interface Token {

        /// A long text that was pasted.
        record LongText(String text) implements Token {}

        record Image(Attachment attachment) implements Token {}
    }

    /// Splits a text into the characters that the user sees.
    static List<Piece> split(String text) {
        List<Piece> pieces = new ArrayList<>();
        String lines =
                text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
        Matcher characters = GRAPHEME.matcher(lines);
        while (characters.find()) {
            pieces.add(of(characters.group()));
        }
        return pieces;
    }

    private static Piece of(String character) {
        if (character.length() == 1 && character.charAt(0) >= ' ' && character.charAt(0) < 0x7f) {
            return new Piece(character, character, 1, Optional.empty());
        }
        String shown = shown(character);
        return new Piece(character, shown, width(shown), Optional.empty());
    }

    static Piece of(String label, Token token) {
        String shown = TerminalText.decide(label);
        return new Piece(label, shown, width(shown), Optional.of(token));
    }

    /// The parts of an emoji are drawn side by side, since terminals differ in what they join.
    private static String shown(String character) {
        if (character.equals("\n")) {
            return "";
        }
        if (character.equals("\t")) {
            return TAB;
        }
        var visible = new StringBuilder(character.length());
        boolean emoji = Character.isEmoji(character.codePointAt(0));
        character
                .codePoints()
                .filter(it -> !emoji || (it != JOINER && it != EMOJI_STYLE))
                .forEach(visible::appendCodePoint);
        return TerminalText.named(visible.toString(), InvisibleCharacters::isUnsafe);
    }

    private static int width(String shown) {
        return new AttributedString(shown).columnLength();
    }

    boolean isLineEnd() {
        return text.equals("\n");
    }

    boolean isBlank() {
        return token.isEmpty() && text.isBlank();
    }

    boolean isWord() {
        return token.isPresent() || Character.isLetterOrDigit(text.codePointAt(0));
    }

    /// What is submitted.
    String full() {
        return token.isPresent() && token.get() instanceof Token.LongText(String all) ? all : text;
    }
}
