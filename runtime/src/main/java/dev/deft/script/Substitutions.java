package dev.deft.script;

import dev.deft.script.command.Assignment;
import dev.deft.script.command.SimpleCommand;
import dev.deft.script.command.Word;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads `$(…)`, `${…}`, `$((…))` and `$[…]`.
final class Substitutions {

    private static final Pattern PARAMETER =
            Pattern.compile(
                    "(?s)\\$\\{(?<mark>[!#]?)(?<name>[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[@*#?$!-])(?<index>\\[.*?])?(?<rest>.*)}");

    private static final Pattern TRANSFORMED = Pattern.compile("@[QUuLEAaKk]");

    private final ScriptFindings findings;
    private final ScriptSource source;
    private final Statements statements;
    private final boolean quoted;

    Substitutions(
            ScriptFindings findings, ScriptSource source, Statements statements, boolean quoted) {
        this.findings = findings;
        this.source = source;
        this.statements = statements;
        this.quoted = quoted;
    }

    void read(SyntaxNode node) {
        switch (node.type()) {
            case "command_substitution" -> command(node);
            case "arithmetic_expansion" -> arithmetic(node);
            case "expansion" -> parameter(node);
            default -> findings.doubt("a " + node.type() + " inside a word is not understood");
        }
    }

    private void command(SyntaxNode node) {
        String text = node.text(source.text());
        if (!text.startsWith("$(") || text.startsWith("$((")) {
            findings.doubt("$(( that starts no expression is not understood");
        }
        statements.readSubstitution(node);
    }

    private void arithmetic(SyntaxNode node) {
        String text = node.text(source.text());
        int open =
                text.startsWith("$((") ? 3 : text.startsWith("((") || text.startsWith("$[") ? 2 : 0;
        int close = text.startsWith("$[") ? 1 : 2;
        boolean closed = text.startsWith("$[") ? text.endsWith("]") : text.endsWith("))");
        if (open == 0 || !closed || !balanced(node.start() + open, node.end() - close)) {
            findings.doubt("an expression is not understood");
            return;
        }
        expression(node.start() + open, node.end() - close);
    }

    /// Whether parentheses are balanced; otherwise bash reads subshells.
    private boolean balanced(int from, int to) {
        int depth = 0;
        int at = from;
        while (at < to && depth >= 0) {
            Optional<SyntaxNode> inner = at == from ? Optional.empty() : source.substitution(at);
            char c = source.text().charAt(at);
            if (";\n".indexOf(c) >= 0) {
                return false;
            }
            depth += c == '(' ? 1 : c == ')' ? -1 : 0;
            at = inner.isPresent() && "$`".indexOf(c) >= 0 ? inner.get().end() : at + 1;
        }
        return depth == 0;
    }

    void expression(int from, int to) {
        new WordReader(findings, source, statements, from, to).arithmetic();
        evaluated(source.text().substring(from, to));
    }

    /// Records the variables of an expression. Quoted text in it is expanded a second time.
    void evaluated(String expression) {
        Arithmetic.read(expression, findings);
    }

    private void parameter(SyntaxNode node) {
        String text = node.text(source.text());
        Matcher matcher = PARAMETER.matcher(text);
        if (!matcher.matches() || end(node) != node.end() - 1) {
            findings.doubt(text + " is not understood");
            return;
        }
        String rest = matcher.group("rest");
        String name = matcher.group("name");
        String index = matcher.group("index");
        if (index != null && !index.equals("[@]") && !index.equals("[*]")) {
            evaluated(index);
        }
        if (matcher.group("mark").equals("!")) {
            indirect(text, name, index, rest);
        }
        boolean listing = matcher.group("mark").equals("!") && rest.equals("@");
        if (rest.startsWith("@") && !listing && !TRANSFORMED.matcher(rest).matches()) {
            findings.doubt(text + " may run the value of the variable");
        }
        if (rest.startsWith("=") || rest.startsWith(":=")) {
            findings.addAndUnwrap(
                    new SimpleCommand(
                            SimpleCommand.Kind.PLAIN,
                            List.of(),
                            List.of(),
                            List.of(new Assignment(name, Word.unknown(text)))),
                    statements.level());
        } else if (rest.startsWith(":") && rest.length() > 1 && "-+?".indexOf(rest.charAt(1)) < 0) {
            evaluated(rest);
        }
    }

    private void indirect(String text, String name, @Nullable String index, String rest) {
        boolean listing =
                rest.equals("*") || rest.equals("@") || "[@]".equals(index) || "[*]".equals(index);
        if (!listing) {
            findings.evaluate(name);
        }
        if (rest.startsWith("@") && !rest.equals("@")) {
            findings.doubt(text + " is not understood");
        }
    }

    /// The offset of the closing brace, after nested substitutions.
    private int end(SyntaxNode node) {
        String text = source.text();
        int at = node.start() + 2;
        boolean inner = false;
        while (at < node.end()) {
            char c = text.charAt(at);
            if (c == '}' && !inner) {
                return at;
            }
            if (c == '\\') {
                at += 2;
            } else if (c == '"') {
                inner = !inner;
                at++;
            } else if (c == '\'' || ((c == '<' || c == '>') && text.charAt(at + 1) == '(')) {
                return -1;
            } else if (c == '`' || (c == '$' && "({[".indexOf(text.charAt(at + 1)) >= 0)) {
                at = nested(at, node.end(), quoted || inner);
                if (at < 0) {
                    return -1;
                }
            } else {
                at++;
            }
        }
        return -1;
    }

    private int nested(int at, int end, boolean inQuotes) {
        return source.substitution(at)
                .filter(it -> it.end() <= end)
                .map(it -> {
                    if (it.text(source.text()).startsWith("`")) {
                        new WordReader(findings, source, statements, it.start(), it.end()).word();
                    } else {
                        new Substitutions(findings, source, statements, inQuotes).read(it);
                    }
                    return it.end();
                })
                .orElse(-1);
    }
}
