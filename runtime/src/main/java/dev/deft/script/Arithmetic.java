package dev.deft.script;

import dev.deft.script.command.Word;
import dev.deft.script.table.VariableTable;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the variables that bash evaluates in an arithmetic expression. Their values are
/// expressions too, and an expression can run commands: `a[$(id)]`. So each must hold a number.
final class Arithmetic {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private static final Pattern NUMERAL = Pattern.compile("[0-9][0-9A-Za-z_#@]*");

    private static final Pattern VARIABLE =
            Pattern.compile("\\$([A-Za-z_][A-Za-z0-9_]*)|\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");

    private final String text;
    private final ScriptFindings findings;
    private final Set<String> assigned = new HashSet<>();
    private boolean conditional;
    private int at;

    private Arithmetic(String text, ScriptFindings findings) {
        this.text = text;
        this.findings = findings;
    }

    /// Reads an expression as it is written.
    static void read(String expression, ScriptFindings findings) {
        new Arithmetic(expression.replace("\\\n", ""), findings).all();
    }

    /// Reads a word that bash evaluates once it is expanded.
    static void read(Word word, ScriptFindings findings) {
        if (word.count() == Word.Count.ANY) {
            findings.doubt("`%s` is evaluated as an expression".formatted(word.display()));
        }
        for (Word.Part part : word.parts()) {
            switch (part) {
                case Word.Part.Text(String known) -> {
                    if (known.indexOf('$') >= 0) {
                        findings.doubt("quotes in an expression are not understood");
                    } else {
                        read(known, findings);
                    }
                }
                case Word.Part.Unknown(String source) -> expansion(source, findings);
            }
        }
    }

    private static void expansion(String source, ScriptFindings findings) {
        Matcher variable = VARIABLE.matcher(source);
        if (variable.matches()) {
            findings.evaluate(Optional.ofNullable(variable.group(1)).orElse(variable.group(2)));
        } else if (!Word.unknown(source).isNumber()) {
            findings.doubt("the value of `%s` is evaluated as an expression".formatted(source));
        }
    }

    private void all() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '$') {
                dollar();
            } else if (c == '_' || (c < 128 && Character.isLetter(c))) {
                name();
            } else if (c >= '0' && c <= '9') {
                at = end(NUMERAL);
            } else {
                other(c);
                at++;
            }
        }
        commitAssignments();
    }

    private int end(Pattern token) {
        Matcher matcher = token.matcher(text).region(at, text.length());
        return matcher.lookingAt() ? matcher.end() : at + 1;
    }

    private void other(char c) {
        if (c == '\'' || c == '\\') {
            findings.doubt("quotes in an expression are not understood");
        } else if (c == '`') {
            findings.doubt("the output of a command is evaluated as an expression");
        } else if (c == ',' || c == ';') {
            commitAssignments();
        } else if (c == '?' || text.startsWith("&&", at) || text.startsWith("||", at)) {
            conditional = true;
        }
    }

    /// The assignments so far have been evaluated, unless a condition may have skipped them.
    private void commitAssignments() {
        if (!conditional) {
            assigned.forEach(findings::setNumeric);
        }
        assigned.clear();
    }

    private void name() {
        int end = end(NAME);
        String name = text.substring(at, end);
        at = end;
        while (end < text.length() && Character.isWhitespace(text.charAt(end))) {
            end++;
        }
        boolean isAssigned = text.startsWith("=", end) && !text.startsWith("==", end);
        if (VariableTable.standard().affectsExecution(name)) {
            findings.doubt(name + " in an expression may change what runs");
        } else if (isAssigned) {
            assigned.add(name);
        } else {
            findings.evaluate(name);
        }
    }

    private void dollar() {
        int end = expansionEnd();
        String source = text.substring(at, end);
        if (source.startsWith("$(") && !source.startsWith("$((")) {
            findings.doubt("the output of a command is evaluated as an expression");
        } else {
            expansion(source, findings);
        }
        at = end;
    }

    private int expansionEnd() {
        char next = at + 1 < text.length() ? text.charAt(at + 1) : ' ';
        if (next == '_' || (next < 128 && Character.isLetter(next))) {
            at++;
            int end = end(NAME);
            at--;
            return end;
        }
        int depth = 0;
        for (int i = at + 1; i < text.length(); i++) {
            char c = text.charAt(i);
            depth += "({[".indexOf(c) >= 0 ? 1 : ")}]".indexOf(c) >= 0 ? -1 : 0;
            if (depth <= 0) {
                return i + 1;
            }
        }
        return text.length();
    }
}
