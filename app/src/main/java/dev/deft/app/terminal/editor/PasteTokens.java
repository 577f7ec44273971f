package dev.deft.app.terminal.editor;

import dev.deft.output.TerminalText;
import dev.deft.tool.Attachment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Makes short labels of long texts and images.
final class PasteTokens {

    private static final int MOST_LINES = 5;
    private static final int MOST_CHARACTERS = 800;
    private static final int LONGEST_NAME = 40;

    private final Path home;
    private final Consumer<String> notices;
    private final Map<String, Piece> images = new LinkedHashMap<>();
    private int texts;

    PasteTokens(Path home, Consumer<String> notices) {
        this.home = home;
        this.notices = notices;
    }

    /// What a pasted text becomes in the input.
    List<Piece> paste(String text) {
        Optional<Path> image = ImageFile.named(text, home);
        if (image.isPresent()) {
            try {
                return List.of(image(ImageFile.read(image.get())));
            } catch (IOException e) {
                notices.accept(String.valueOf(e.getMessage()));
                return Piece.split(text.strip());
            }
        }
        long lines = text.lines().count();
        if (lines <= MOST_LINES && text.length() <= MOST_CHARACTERS) {
            return Piece.split(lines == 1 ? text.stripTrailing() : text);
        }
        String label =
                "[Pasted text #%d, %d %s]".formatted(++texts, lines, lines == 1 ? "line" : "lines");
        return List.of(Piece.of(label, new Piece.Token.LongText(text)));
    }

    Piece image(Attachment attachment) {
        String name = TerminalText.decide(TerminalText.line(attachment.name(), LONGEST_NAME));
        String label = "[Image #%d: %s]".formatted(images.size() + 1, name);
        Piece piece = Piece.of(label, new Piece.Token.Image(attachment));
        images.put(label, piece);
        return piece;
    }

    /// Splits a text, with the labels of known images as what they stand for.
    List<Piece> restore(String text) {
        List<Piece> pieces = new ArrayList<>();
        int from = 0;
        for (int at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
            Optional<Piece> image = imageAt(text, at);
            if (image.isPresent()) {
                pieces.addAll(Piece.split(text.substring(from, at)));
                pieces.add(image.get());
                from = at + image.get().text().length();
                at = from - 1;
            }
        }
        pieces.addAll(Piece.split(text.substring(from)));
        return pieces;
    }

    private Optional<Piece> imageAt(String text, int at) {
        return images.values().stream().filter(it -> text.startsWith(it.text(), at)).findFirst();
    }

    /// Begins to count anew, for the next message.
    void reset() {
        images.clear();
        texts = 0;
    }
}
