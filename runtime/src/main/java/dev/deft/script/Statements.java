package dev.deft.script;

import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Walks the tree of a script down to its commands. Whatever is not listed here is a doubt.
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

    private final ScriptFindings reading;
    private final ScriptSource source;
    private final int level;
    private final CommandReader commands;

    Statements(ScriptFindings reading, ScriptSource source, int level) {
        this.reading = reading;
        this.source = source;
        this.level = level;
        this.commands = new CommandReader(reading, source, this);
    }

    int level() {
        return level;
    }

    void read(SyntaxNode program) {
        int end = program.end();
        if (!source.blank(0, program.start()) || !source.blank(end, source.text().length())) {
            doubt("text outside the grammar");
        }
        source.broken().ifPresent(it -> doubt("the syntax near `%s`".formatted(excerpt(it))));
        statement(program);
    }

    /// The statements inside `$(…)` or `<(…)`.
    void readInside(SyntaxNode node) {
        reading.apart(() -> inOrder(node));
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
            case "c_style_for_statement" -> counting(node);
            case "case_statement" -> cases(node);
            case "subshell" -> subshell(node);
            case "program" -> program(node);
            case "compound_statement" -> inOrder(node);
            case "list" -> list(node);
            case "pipeline" -> pipeline(node);
            case "if_statement", "elif_clause" -> choice(node);
            default -> group(node);
        }
    }

    private void group(SyntaxNode node) {
        if (!GROUPS.contains(node.type())) {
            doubt("a " + node.type());
            return;
        }
        reading.apart(() -> inOrder(node));
    }

    /// An error in an expansion ends the line it stands on, not the script: what else the line
    /// would have defined is not certain on the next one.
    private void program(SyntaxNode node) {
        gaps(node);
        List<SyntaxNode> line = new ArrayList<>();
        for (SyntaxNode child : node.children()) {
            if (!line.isEmpty() && breaks(line.getLast(), child)) {
                line(line);
                line.clear();
            }
            line.add(child);
        }
        line(line);
    }

    private boolean breaks(SyntaxNode last, SyntaxNode next) {
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
        reading.apart(() -> statements(line, rest, line.size()));
    }

    private boolean mayFail(SyntaxNode node) {
        String text = node.text(source.text());
        return !node.is("function_definition")
                && text.chars().anyMatch(it -> "$`[*?=(".indexOf(it) >= 0);
    }

    /// What the first command of `a && b || c` does is certain behind it, what the others do only
    /// in commands that run because of them.
    private void list(SyntaxNode node) {
        gaps(node);
        List<SyntaxNode> operands = new ArrayList<>();
        List<String> signs = new ArrayList<>();
        flatten(node, operands, signs);
        if (signs.size() + 1 != operands.size()) {
            doubt("a list");
            operands.forEach(it -> reading.apart(() -> statement(it)));
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
            reading.apart(() -> operands.subList(from, to).forEach(this::statement));
        }
    }

    private void flatten(SyntaxNode node, List<SyntaxNode> operands, List<String> signs) {
        for (SyntaxNode child : node.children()) {
            if (child.is("list")) {
                gaps(child);
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

    /// Each command of a pipeline runs in a shell of its own.
    private void pipeline(SyntaxNode node) {
        gaps(node);
        node.children().forEach(it -> reading.apart(() -> statement(it)));
    }

    /// What the condition does is certain in the branches, what one branch does in no other.
    private void choice(SyntaxNode node) {
        gaps(node);
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
        reading.apart(() -> {
            statements(children, 0, from);
            reading.apart(() -> statements(children, from, to));
            for (SyntaxNode clause : children.subList(to, children.size())) {
                reading.apart(() -> statement(clause));
            }
        });
    }

    /// Inside a broken part, commands are still looked for: a rule may forbid them.
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
        gaps(node);
        statements(node.children(), 0, node.children().size());
    }

    private void statements(List<SyntaxNode> nodes, int from, int to) {
        for (int i = from; i < to; i++) {
            SyntaxNode node = nodes.get(i);
            if (i + 1 < nodes.size() && nodes.get(i + 1).is("&")) {
                reading.apart(() -> statement(node));
            } else {
                statement(node);
            }
        }
    }

    /// Between the parts of a statement there is nothing but blanks.
    private void gaps(SyntaxNode node) {
        int at = node.start();
        for (SyntaxNode child : node.children()) {
            if (!source.blank(at, child.start())) {
                doubt("text the grammar passes over");
            }
            at = Math.max(at, child.end());
        }
        if (!source.blank(at, node.end())) {
            doubt("text the grammar passes over");
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
        reading.apart(() -> inOrder(node));
    }

    private void function(SyntaxNode node) {
        gaps(node);
        node.children("name")
                .forEach(it -> {
                    String name = it.text(source.text());
                    if (!name.matches("[A-Za-z_][A-Za-z0-9_:.+-]*")) {
                        doubt("the name of a function");
                    } else {
                        reading.defined(name);
                    }
                });
        reading.apart(() -> node.children("body").forEach(this::statement));
        List<SyntaxNode> redirects = node.children("redirect").toList();
        if (!redirects.isEmpty()) {
            commands.redirections(redirects);
        }
    }

    private void loop(SyntaxNode node) {
        gaps(node);
        List<SyntaxNode> values = node.children("value").toList();
        commands.apart(values);
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
                    commands.sets(name, numbers ? Word.of("0") : Word.unknown("$" + name));
                });
        reading.apart(() -> node.children("body").forEach(this::statement));
    }

    private static boolean isNumber(Word word) {
        return word.constant().isPresent() && word.isNumber();
    }

    private void counting(SyntaxNode node) {
        gaps(node);
        int open = source.text().indexOf("((", node.start());
        Optional<SyntaxNode> close = node.children().stream().filter(it -> it.is("))")).findFirst();
        if (open < 0 || close.isEmpty()) {
            doubt("a loop");
            return;
        }
        new Substitutions(reading, source, this, true).expression(open + 2, close.get().start());
        reading.apart(() -> node.children("body").forEach(this::statement));
    }

    private void cases(SyntaxNode node) {
        gaps(node);
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
                reading.apart(() -> branch(item));
            }
        }
    }

    private void branch(SyntaxNode item) {
        gaps(item);
        item.children("value").forEach(commands::word);
        item.children().stream().filter(it -> !it.field().equals("value")).forEach(this::statement);
    }

    private void redirected(SyntaxNode node) {
        gaps(node);
        List<SyntaxNode> redirects =
                node.children().stream().filter(it -> it.type().endsWith("_redirect")).toList();
        List<SyntaxNode> bodies = node.children("body").toList();
        if (redirects.size() + bodies.size() != parts(node).size()
                || !source.inOneLine(node.children())) {
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
                reading.apart(() -> statement(body));
                commands.redirections(redirects);
            }
        }
    }

    /// What follows a here-document's start on its line: `| wc -l`, `&& next`.
    void continuation(SyntaxNode node) {
        reading.apart(() -> statement(node));
    }

    private void doubt(String what) {
        reading.doubt(what + " is not understood");
    }

    /// Children that are neither blanks nor comments.
    static List<SyntaxNode> parts(SyntaxNode node) {
        List<SyntaxNode> parts = new ArrayList<>(node.children());
        parts.removeIf(it -> it.is("comment"));
        return parts;
    }
}
