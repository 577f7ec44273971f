package dev.deft.script;

import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Walks the syntax tree down to the commands. Node types that are not listed here are doubts.
final class Statements {

    private static final Set<String> GROUPS =
            Set.of(
                    "negated_command",
                    "else_clause",
                    "while_statement",
                    "do_group",
                    "variable_assignments",
                    "command_substitution",
                    "process_substitution");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final ScriptFindings findings;
    private final ScriptSource source;
    private final int level;
    private final CommandReader commands;

    Statements(ScriptFindings findings, ScriptSource source, int level) {
        this.findings = findings;
        this.source = source;
        this.level = level;
        this.commands = new CommandReader(findings, source, this);
    }

    int level() {
        return level;
    }

    void read(SyntaxNode program) {
        int end = program.end();
        if (!source.isBlank(0, program.start()) || !source.isBlank(end, source.text().length())) {
            doubt("text outside the grammar");
        }
        source.firstError().ifPresent(it -> doubt("the syntax near `%s`".formatted(excerpt(it))));
        statement(program);
    }

    /// The statements inside `$(…)` or `<(…)`.
    void readSubstitution(SyntaxNode node) {
        findings.isolated(() -> inOrder(node));
    }

    void statement(SyntaxNode node) {
        if (node.broken()) {
            node.children().stream().filter(SyntaxNode::named).forEach(this::statementIfAny);
            return;
        }
        if (!node.named()) {
            return;
        }
        switch (node.type()) {
            case "comment" -> comment(node);
            case "command" -> commands.command(node, List.of());
            case "redirected_statement" -> redirected(node);
            case "declaration_command", "unset_command" -> commands.declaration(node, List.of());
            case "test_command" -> commands.test(node);
            case "variable_assignment" -> commands.assignments(List.of(node), List.of());
            case "function_definition" -> function(node);
            case "for_statement" -> loop(node);
            case "c_style_for_statement" -> cStyleLoop(node);
            case "case_statement" -> caseStatement(node);
            case "subshell" -> subshell(node);
            case "program" -> program(node);
            case "compound_statement" -> inOrder(node);
            case "list" -> list(node);
            case "pipeline" -> pipeline(node);
            case "if_statement", "elif_clause" -> ifStatement(node);
            default -> group(node);
        }
    }

    private void group(SyntaxNode node) {
        if (!GROUPS.contains(node.type())) {
            doubt("a " + node.type());
            return;
        }
        findings.isolated(() -> inOrder(node));
    }

    /// An error in an expansion ends its line, not the script: definitions later on that line are
    /// not certain on the next one.
    private void program(SyntaxNode node) {
        checkGaps(node);
        List<SyntaxNode> line = new ArrayList<>();
        for (SyntaxNode child : node.children()) {
            if (!line.isEmpty() && startsNewLine(line.getLast(), child)) {
                line(line);
                line.clear();
            }
            line.add(child);
        }
        line(line);
    }

    private boolean startsNewLine(SyntaxNode last, SyntaxNode next) {
        String between =
                source.text().substring(last.end(), Math.max(last.end(), next.start()))
                        + (last.named() ? "" : last.text(source.text()));
        return between.replace("\\\n", "").contains("\n");
    }

    private void line(List<SyntaxNode> line) {
        int safe = 0;
        while (safe < line.size() && (safe == 0 || !mayFail(line.get(safe - 1)))) {
            safe++;
        }
        statements(line, 0, safe);
        int rest = safe;
        findings.isolated(() -> statements(line, rest, line.size()));
    }

    private boolean mayFail(SyntaxNode node) {
        String text = node.text(source.text());
        return !node.is("function_definition")
                && text.chars().anyMatch(it -> "$`[*?=(".indexOf(it) >= 0);
    }

    /// In `a && b || c` only definitions of `a` are certain afterwards; those of the others hold
    /// for the commands that depend on them.
    private void list(SyntaxNode node) {
        checkGaps(node);
        List<SyntaxNode> operands = new ArrayList<>();
        List<String> signs = new ArrayList<>();
        flatten(node, operands, signs);
        if (signs.size() + 1 != operands.size()) {
            doubt("a list");
            operands.forEach(it -> findings.isolated(() -> statement(it)));
            return;
        }
        statement(operands.getFirst());
        int at = 1;
        while (at < operands.size()) {
            int from = at++;
            while (at < operands.size() && !signs.subList(0, at).contains("||")) {
                at++;
            }
            int to = at;
            findings.isolated(() -> operands.subList(from, to).forEach(this::statement));
        }
    }

    private void flatten(SyntaxNode node, List<SyntaxNode> operands, List<String> signs) {
        for (SyntaxNode child : node.children()) {
            if (child.is("list")) {
                checkGaps(child);
                flatten(child, operands, signs);
            } else if (child.is("comment")) {
                comment(child);
            } else if (child.named()) {
                operands.add(child);
            } else {
                signs.add(child.type());
            }
        }
    }

    /// Each command of a pipeline runs in its own subshell.
    private void pipeline(SyntaxNode node) {
        checkGaps(node);
        node.children().forEach(it -> findings.isolated(() -> statement(it)));
    }

    /// Definitions of the condition hold in the branches; those of a branch only in that branch.
    private void ifStatement(SyntaxNode node) {
        checkGaps(node);
        List<SyntaxNode> children = node.children();
        int then = 0;
        while (then < children.size() && !children.get(then).is("then")) {
            then++;
        }
        int branch = then;
        while (branch < children.size() && !children.get(branch).type().endsWith("_clause")) {
            branch++;
        }
        int from = then;
        int to = branch;
        findings.isolated(() -> {
            statements(children, 0, from);
            findings.isolated(() -> statements(children, from, to));
            for (SyntaxNode clause : children.subList(to, children.size())) {
                findings.isolated(() -> statement(clause));
            }
        });
    }

    /// Commands inside a syntax error are still found: a rule may deny them.
    private void statementIfAny(SyntaxNode node) {
        if (GROUPS.contains(node.type())
                || node.type().endsWith("_statement")
                || Set.of("command", "subshell", "function_definition").contains(node.type())) {
            statement(node);
        }
    }

    private String excerpt(SyntaxNode node) {
        String text = node.text(source.text());
        return text.length() > 20 ? text.substring(0, 20) + "…" : text;
    }

    private void inOrder(SyntaxNode node) {
        checkGaps(node);
        statements(node.children(), 0, node.children().size());
    }

    private void statements(List<SyntaxNode> nodes, int from, int to) {
        for (int i = from; i < to; i++) {
            SyntaxNode node = nodes.get(i);
            if (i + 1 < nodes.size() && nodes.get(i + 1).is("&")) {
                findings.isolated(() -> statement(node));
            } else {
                statement(node);
            }
        }
    }

    /// Checks that there are only blanks between the parts of a statement.
    private void checkGaps(SyntaxNode node) {
        int at = node.start();
        for (SyntaxNode child : node.children()) {
            if (!source.isBlank(at, child.start())) {
                doubt("text the grammar skips");
            }
            at = Math.max(at, child.end());
        }
        if (!source.isBlank(at, node.end())) {
            doubt("text the grammar skips");
        }
    }

    private void comment(SyntaxNode node) {
        int start = node.start();
        boolean apart = start == 0 || " \t\n;&|()".indexOf(source.text().charAt(start - 1)) >= 0;
        if (!apart || node.text(source.text()).contains("\n")) {
            doubt("a # that may be no comment");
        }
    }

    private void subshell(SyntaxNode node) {
        if (node.text(source.text()).startsWith("((")) {
            doubt("(( that is no expression");
        }
        findings.isolated(() -> inOrder(node));
    }

    private void function(SyntaxNode node) {
        checkGaps(node);
        node.children("name")
                .forEach(it -> {
                    String name = it.text(source.text());
                    if (!name.matches("[A-Za-z_][A-Za-z0-9_:.+-]*")) {
                        doubt("the name of a function");
                    } else {
                        findings.defineFunction(name);
                    }
                });
        findings.isolated(() -> node.children("body").forEach(this::statement));
        List<SyntaxNode> redirects = node.children("redirect").toList();
        if (!redirects.isEmpty()) {
            commands.redirections(redirects);
        }
    }

    private void loop(SyntaxNode node) {
        checkGaps(node);
        List<SyntaxNode> values = node.children("value").toList();
        commands.checkSeparate(values);
        List<Word> words = values.stream().map(commands::word).toList();
        boolean selects = node.text(source.text()).startsWith("select");
        boolean numbers =
                !selects && !words.isEmpty() && words.stream().allMatch(Statements::isNumber);
        node.children("variable")
                .forEach(it -> {
                    String name = it.text(source.text());
                    if (!NAME.matcher(name).matches()) {
                        doubt("the variable of a loop");
                    }
                    commands.setVariable(name, numbers ? Word.of("0") : Word.unknown("$" + name));
                });
        findings.isolated(() -> node.children("body").forEach(this::statement));
    }

    private static boolean isNumber(Word word) {
        return word.constant().isPresent() && word.isNumber();
    }

    private void cStyleLoop(SyntaxNode node) {
        checkGaps(node);
        int open = source.text().indexOf("((", node.start());
        Optional<SyntaxNode> close = node.children().stream().filter(it -> it.is("))")).findFirst();
        if (open < 0 || close.isEmpty()) {
            doubt("a loop");
            return;
        }
        new Substitutions(findings, source, this, true).expression(open + 2, close.get().start());
        findings.isolated(() -> node.children("body").forEach(this::statement));
    }

    private void caseStatement(SyntaxNode node) {
        checkGaps(node);
        node.children("value").forEach(commands::word);
        for (SyntaxNode item : node.children()) {
            if (item.broken()
                    || (item.named()
                            && !item.is("case_item")
                            && item.field().isEmpty()
                            && !item.is("comment"))) {
                doubt("a case");
            }
            if (item.is("case_item")) {
                findings.isolated(() -> caseItem(item));
            }
        }
    }

    private void caseItem(SyntaxNode item) {
        checkGaps(item);
        item.children("value").forEach(commands::word);
        item.children().stream().filter(it -> !it.field().equals("value")).forEach(this::statement);
    }

    private void redirected(SyntaxNode node) {
        checkGaps(node);
        List<SyntaxNode> redirects =
                node.children().stream().filter(it -> it.type().endsWith("_redirect")).toList();
        List<SyntaxNode> bodies = node.children("body").toList();
        if (redirects.size() + bodies.size() != parts(node).size()
                || !source.areOnOneLine(node.children())) {
            doubt("a redirection");
        }
        if (bodies.isEmpty()) {
            commands.redirections(redirects);
            return;
        }
        SyntaxNode body = bodies.getFirst();
        switch (body.type()) {
            case "command" -> commands.command(body, redirects);
            case "declaration_command", "unset_command" -> commands.declaration(body, redirects);
            case "variable_assignment" -> commands.assignments(List.of(body), redirects);
            case "variable_assignments" -> commands.assignments(body.children(), redirects);
            default -> {
                findings.isolated(() -> statement(body));
                commands.redirections(redirects);
            }
        }
    }

    /// Reads the rest of the line after the start of a here-document: `| wc -l`, `&& next`.
    void continuation(SyntaxNode node) {
        findings.isolated(() -> statement(node));
    }

    private void doubt(String what) {
        findings.doubt(what + " is not understood");
    }

    /// The children without comments.
    static List<SyntaxNode> parts(SyntaxNode node) {
        List<SyntaxNode> parts = new ArrayList<>(node.children());
        parts.removeIf(it -> it.is("comment"));
        return parts;
    }
}
