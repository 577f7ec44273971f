package dev.deft.embeddings;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Splits text into the tokens that BERT models read: words in lower case without accents, and
/// words that the vocabulary lacks in the longest pieces that it has.
final class WordPieces {

    private static final String VOCABULARY = "/all-minilm-l6-v2-q-tokenizer.json";

    /// A longer word is unknown as a whole.
    private static final int MAX_WORD = 100;

    private final Map<String, Integer> ids;
    private final int begin;
    private final int end;
    private final int unknown;

    private WordPieces(Map<String, Integer> ids) {
        this.ids = ids;
        this.begin = ids.getOrDefault("[CLS]", 0);
        this.end = ids.getOrDefault("[SEP]", 0);
        this.unknown = ids.getOrDefault("[UNK]", 0);
    }

    /// Reads the vocabulary of the model.
    static WordPieces load() throws IOException {
        try (InputStream in = WordPieces.class.getResourceAsStream(VOCABULARY)) {
            if (in == null) {
                throw new IOException("the vocabulary of the model is missing");
            }
            Json.Obj file =
                    JsonText.parseObject(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            Json.Obj words =
                    (Json.Obj)
                            ((Json.Obj) file.find("model").orElseThrow())
                                    .find("vocab")
                                    .orElseThrow();
            Map<String, Integer> ids = HashMap.newHashMap(words.fields().size());
            words.fields()
                    .forEach((word, id) -> ids.put(word, Integer.valueOf(String.valueOf(id))));
            return new WordPieces(ids);
        }
    }

    /// The tokens of a text, with the marks of its begin and end.
    ///
    /// @param most how many at most; the rest of the text is ignored
    long[] tokens(String text, int most) {
        List<Integer> tokens = new ArrayList<>();
        for (String word : words(text)) {
            if (tokens.size() >= most - 2) {
                break;
            }
            addPieces(word, tokens);
        }
        int count = Math.min(tokens.size(), most - 2);
        long[] result = new long[count + 2];
        result[0] = begin;
        for (int i = 0; i < count; i++) {
            result[i + 1] = tokens.get(i);
        }
        result[count + 1] = end;
        return result;
    }

    /// Words, and each punctuation mark and ideograph on its own.
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        var word = new StringBuilder();
        Normalizer.normalize(text, Normalizer.Form.NFD)
                .codePoints()
                .filter(it -> !isDropped(it))
                .forEach(it -> {
                    if (isSpace(it)) {
                        flush(word, words);
                    } else if (isPunctuation(it) || isIdeograph(it)) {
                        flush(word, words);
                        words.add(Character.toString(it));
                    } else {
                        word.appendCodePoint(Character.toLowerCase(it));
                    }
                });
        flush(word, words);
        return words;
    }

    private static void flush(StringBuilder word, List<String> words) {
        if (!word.isEmpty()) {
            words.add(word.toString());
            word.setLength(0);
        }
    }

    private static boolean isSpace(int sign) {
        return sign == '\t' || sign == '\n' || sign == '\r' || Character.isSpaceChar(sign);
    }

    /// Accents, control characters, and what stands for malformed text.
    private static boolean isDropped(int sign) {
        if (sign == '\t' || sign == '\n' || sign == '\r') {
            return false;
        }
        return switch (Character.getType(sign)) {
            case Character.NON_SPACING_MARK,
                    Character.CONTROL,
                    Character.FORMAT,
                    Character.PRIVATE_USE,
                    Character.SURROGATE ->
                    true;
            default -> sign == 0xFFFD;
        };
    }

    private static boolean isPunctuation(int sign) {
        boolean ascii =
                (sign >= '!' && sign <= '/')
                        || (sign >= ':' && sign <= '@')
                        || (sign >= '[' && sign <= '`')
                        || (sign >= '{' && sign <= '~');
        return ascii
                || switch (Character.getType(sign)) {
                    case Character.CONNECTOR_PUNCTUATION,
                            Character.DASH_PUNCTUATION,
                            Character.START_PUNCTUATION,
                            Character.END_PUNCTUATION,
                            Character.INITIAL_QUOTE_PUNCTUATION,
                            Character.FINAL_QUOTE_PUNCTUATION,
                            Character.OTHER_PUNCTUATION ->
                            true;
                    default -> false;
                };
    }

    /// The blocks of Chinese characters that the model was trained with.
    private static boolean isIdeograph(int sign) {
        return (sign >= 0x4E00 && sign <= 0x9FFF)
                || (sign >= 0x3400 && sign <= 0x4DBF)
                || (sign >= 0x20000 && sign <= 0x2A6DF)
                || (sign >= 0x2A700 && sign <= 0x2B73F)
                || (sign >= 0x2B740 && sign <= 0x2B81F)
                || (sign >= 0x2B920 && sign <= 0x2CEAF)
                || (sign >= 0xF900 && sign <= 0xFAFF)
                || (sign >= 0x2F800 && sign <= 0x2FA1F);
    }

    /// The longest pieces from left to right; a word with a part that no piece fits is unknown.
    private void addPieces(String word, List<Integer> tokens) {
        if (word.codePointCount(0, word.length()) > MAX_WORD) {
            tokens.add(unknown);
            return;
        }
        List<Integer> pieces = new ArrayList<>();
        int from = 0;
        while (from < word.length()) {
            int to = word.length();
            Integer id = null;
            while (to > from && id == null) {
                String piece = word.substring(from, to);
                id = ids.get(from == 0 ? piece : "##" + piece);
                to = id == null ? word.offsetByCodePoints(to, -1) : to;
            }
            if (id == null) {
                tokens.add(unknown);
                return;
            }
            pieces.add(id);
            from = to;
        }
        tokens.addAll(pieces);
    }
}
