package dev.deft.script;

import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads one word character by character, as bash does, and reads its substitutions.
///
/// The grammar only gives the ends of the word and its substitutions; anything that does not fit is
/// a doubt.
final class WordReader {

    private static final String META = " \t\n;|&()<>";

    private final ScriptFindings findings;
    private final ScriptSource source;
    private final Statements statements;
    private final String text;
    private final int from;
    private final int to;
    private final List<Word.Part> parts = new ArrayList<>();
    private final StringBuilder literalText = new StringBuilder();
    private Word.Count count = Word.Count.ONE;
    private boolean quoted;
    private boolean inAssignment;
    private int at;

    WordReader(
            ScriptFindings findings, ScriptSource source, Statements statements, int from, int to) {
        this.findings = findings;
        this.source = source;
        this.statements = statements;
        this.text = source.text();
        this.from = from;
        this.to = to;
        this.at = from;
    }

    /// Reads the range as one word.
    Word word() {
        while (at < to) {
            step();
        }
        flush();
        return new Word(parts, count);
    }

    /// Reads the range as the value of an assignment: one word, without pathname expansion.
    Word value() {
        inAssignment = true;
        Word word = word();
        return new Word(word.parts(), Word.Count.ONE);
    }

    /// Reads a range of words separated by blanks.
    static List<Word> words(
            ScriptFindings findings, ScriptSource source, Statements statements, int from, int to) {
        List<Word> words = new ArrayList<>();
        int at = from;
        while (at < to) {
            if (isBlank(source.text().charAt(at))) {
                at++;
                continue;
            }
            var reader = new WordReader(findings, source, statements, at, to);
            while (reader.at < to && !isBlank(source.text().charAt(reader.at))) {
                reader.step();
            }
            reader.flush();
            words.add(new Word(reader.parts, reader.count));
            at = Math.max(reader.at, at + 1);
        }
        return words;
    }

    private static boolean isBlank(char c) {
        return c == ' ' || c == '\t';
    }

    /// Reads the range as a here-document: like the inside of double quotes, but `"` is plain text.
    Word text() {
        while (at < to) {
            stepInQuotes();
        }
        flush();
        return new Word(parts, Word.Count.ONE);
    }

    /// Reads the words of a range of words, blanks and operators.
    static List<Word> expression(
            ScriptFindings findings, ScriptSource source, Statements statements, int from, int to) {
        List<Word> words = new ArrayList<>();
        int at = from;
        while (at < to) {
            var reader = new WordReader(findings, source, statements, at, to);
            while (reader.at < to && !reader.isSeparator()) {
                reader.step();
            }
            if (reader.at > at) {
                reader.flush();
                words.add(new Word(reader.parts, Word.Count.ONE));
            }
            at = Math.max(reader.at, at + 1);
        }
        return words;
    }

    private boolean isSeparator() {
        return META.indexOf(text.charAt(at)) >= 0 && !opensProcess();
    }

    /// Reads the substitutions of an arithmetic expression.
    void arithmetic() {
        while (at < to) {
            if (text.charAt(at) == '\'') {
                doubt("a quote in an expression");
                at++;
            } else if (text.charAt(at) == '"') {
                at++;
            } else {
                stepInQuotes();
            }
        }
    }

    private void step() {
        char c = text.charAt(at);
        switch (c) {
            case '\\' -> escape();
            case '\'' -> singleQuoted();
            case '"' -> doubleQuoted();
            case '$' -> dollar();
            case '`' -> backticks();
            case '~' -> tilde();
            case '{', '*', '?', '[' -> pattern(c);
            case '<', '>' -> processSubstitution();
            case '#' -> {
                if (at == from) {
                    doubt("a word that begins with #");
                }
                literal(1);
            }
            default -> {
                if (META.indexOf(c) >= 0) {
                    doubt("a %s inside a word".formatted(Character.getName(c)));
                } else if ("@!+".indexOf(c) >= 0 && next('(')) {
                    doubt("an extended pattern");
                }
                literal(1);
            }
        }
    }

    private void stepInQuotes() {
        char c = text.charAt(at);
        if (c == '\\' && at + 1 < to && "$`\"\\\n".indexOf(text.charAt(at + 1)) >= 0) {
            escape();
        } else if (c == '$') {
            dollar();
        } else if (c == '`') {
            backticks();
        } else {
            literal(1);
        }
    }

    private boolean next(char wanted) {
        return at + 1 < to && text.charAt(at + 1) == wanted;
    }

    private void literal(int length) {
        literalText.append(text, at, at + length);
        at += length;
    }

    private void escape() {
        if (at + 1 >= to) {
            doubt("a backslash at the end");
        } else if (text.charAt(at + 1) != '\n') {
            literalText.append(text.charAt(at + 1));
        }
        at += 2;
    }

    private void singleQuoted() {
        int end = text.indexOf('\'', at + 1);
        if (end < 0 || end >= to) {
            doubt("a quote that does not end");
            at = to;
            return;
        }
        flush();
        parts.add(new Word.Part.Text(text.substring(at + 1, end)));
        at = end + 1;
    }

    private void doubleQuoted() {
        flush();
        parts.add(new Word.Part.Text(""));
        quoted = true;
        at++;
        while (at < to && text.charAt(at) != '"') {
            stepInQuotes();
        }
        if (at >= to) {
            doubt("a double quote that does not end");
        }
        quoted = false;
        at++;
    }

    private void dollar() {
        if (at + 1 >= to) {
            literal(1);
            return;
        }
        char c = text.charAt(at + 1);
        if (c == '\'' && !quoted) {
            ansiCQuoted();
        } else if (c == '"' && !quoted) {
            unknown(at, at + 1, Word.Count.ONE);
        } else if (c == '(' || c == '{' || c == '[') {
            substitution(c);
        } else if (c == '_' || (c < 128 && Character.isLetter(c))) {
            int end = at + 1;
            while (end < to && isNamePart(text.charAt(end))) {
                end++;
            }
            unknown(at, end, splitCount());
        } else if ("@*#?-$!0123456789".indexOf(c) >= 0) {
            unknown(at, at + 2, special(c));
        } else {
            literal(1);
        }
    }

    private Word.Count special(char c) {
        if (c == '@') {
            return Word.Count.ANY;
        }
        boolean digits = "#?$!".indexOf(c) >= 0;
        return digits && !quoted ? Word.Count.EACH : splitCount();
    }

    private static boolean isNamePart(char c) {
        return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
    }

    private void substitution(char kind) {
        Optional<SyntaxNode> node = source.substitution(at).filter(it -> it.end() <= to);
        if (node.isEmpty()) {
            doubt("a substitution the grammar does not see");
            unknown(at, to, Word.Count.ANY);
            return;
        }
        SyntaxNode found = node.get();
        boolean ofMany = kind == '{' && found.text(text).contains("@");
        new Substitutions(findings, source, statements, quoted).read(found);
        unknown(found.start(), found.end(), ofMany ? Word.Count.ANY : splitCount());
    }

    /// Inside backticks some backslashes belong to the outer script, others to the inner one.
    private void backticks() {
        var inner = new StringBuilder();
        int end = at + 1;
        while (end < to && text.charAt(end) != '`') {
            if (text.charAt(end) == '\\' && end + 1 < to) {
                char c = text.charAt(end + 1);
                if ("$`\\".indexOf(c) < 0 && !(quoted && c == '"')) {
                    inner.append('\\');
                }
                inner.append(c);
                end += 2;
            } else {
                inner.append(text.charAt(end++));
            }
        }
        int last = end + 1;
        if (end >= to || source.substitution(at).filter(it -> it.end() == last).isEmpty()) {
            doubt("a backtick that does not end");
        }
        findings.readScript(inner.toString(), statements.level() + 1);
        unknown(at, Math.min(last, to), splitCount());
    }

    private boolean opensProcess() {
        char c = text.charAt(at);
        return (c == '<' || c == '>') && next('(');
    }

    private void processSubstitution() {
        Optional<SyntaxNode> node = source.substitution(at).filter(it -> it.end() <= to);
        if (!opensProcess() || node.isEmpty()) {
            doubt("a redirection inside a word");
            literal(1);
            return;
        }
        statements.readSubstitution(node.get());
        literalText.append("/dev/fd/");
        unknown(at, node.get().end(), Word.Count.ONE);
    }

    private void ansiCQuoted() {
        int end = at + 2;
        while (end < to && text.charAt(end) != '\'') {
            end += text.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= to) {
            doubt("a quote that does not end");
            at = to;
            return;
        }
        AnsiCQuoting.decode(text.substring(at + 2, end))
                .ifPresentOrElse(literalText::append, () -> unknownText("$'"));
        parts.add(new Word.Part.Text(literalText.toString()));
        literalText.setLength(0);
        at = end + 1;
    }

    private void unknownText(String shown) {
        flush();
        parts.add(new Word.Part.Unknown(shown));
    }

    private void tilde() {
        boolean first = at == from || ":=".indexOf(text.charAt(at - 1)) >= 0;
        if (!first) {
            literal(1);
            return;
        }
        int end = at + 1;
        while (end < to && (isNamePart(text.charAt(end)) || "+-.".indexOf(text.charAt(end)) >= 0)) {
            end++;
        }
        unknown(at, end, Word.Count.ONE);
    }

    private void pattern(char c) {
        if (inAssignment) {
            literal(1);
        } else if (c == '{') {
            brace();
        } else {
            glob(c);
        }
    }

    /// `{a,b}` and `{1..3}` become several words; `{}` and `{x}` stay as they are.
    private void brace() {
        String rest = text.substring(at, to);
        boolean expands = rest.indexOf('}') > 0 && (rest.contains(",") || rest.contains(".."));
        if (expands) {
            unknown(at, at + 1, Word.Count.EACH);
        } else {
            literal(1);
        }
    }

    private void glob(char c) {
        if (c == '[' && text.indexOf(']', at) < 0) {
            literal(1);
            return;
        }
        if (c != '[' && next('(')) {
            doubt("an extended pattern");
        }
        if (c == '[' && to - from == 1) {
            literal(1);
            return;
        }
        unknown(at, at + 1, Word.Count.EACH);
    }

    /// An expansion is split at blanks outside quotes.
    private Word.Count splitCount() {
        return quoted ? Word.Count.ONE : Word.Count.ANY;
    }

    private void unknown(int start, int end, Word.Count many) {
        flush();
        parts.add(new Word.Part.Unknown(text.substring(start, end)));
        count = many.compareTo(count) > 0 ? many : count;
        at = end;
    }

    private void flush() {
        if (!literalText.isEmpty()) {
            parts.add(new Word.Part.Text(literalText.toString()));
            literalText.setLength(0);
        }
    }

    private void doubt(String what) {
        findings.doubt(what + " is not understood");
    }
}
