package dev.deft.script;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Walks the tree of a script down to its commands. Whatever is not listed here is a doubt.
final class Statements {

    private static final Set<String> GROUPS =
            Set.of(
                    "program",
                    "list",
                    "pipeline",
                    "negated_command",
                    "compound_statement",
                    "if_statement",
                    "elif_clause",
                    "else_clause",
                    "while_statement",
                    "do_group",
                    "variable_assignments",
                    "command_substitution",
                    "process_substitution");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Reading reading;
    private final Source source;
    private final int level;
    private final Commands commands;

    /// How many statements around this one may be skipped, repeated or run elsewhere.
    private int conditions;

    Statements(Reading reading, Source source, int level) {
        this.reading = reading;
        this.source = source;
        this.level = level;
        this.conditions = level == 0 ? 0 : 1;
        this.commands = new Commands(reading, source, this);
    }

    int level() {
        return level;
    }

    void read(Node program) {
        int end = program.end();
        if (!source.blank(0, program.start()) || !source.blank(end, source.text().length())) {
            doubt("text outside the grammar");
        }
        source.broken().ifPresent(it -> doubt("the syntax near `%s`".formatted(excerpt(it))));
        statement(program);
    }

    /// The statements inside `$(…)` or `<(…)`.
    void readInside(Node node) {
        conditions++;
        inOrder(node);
        conditions--;
    }

    void statement(Node node) {
        if (node.broken()) {
            node.children().stream().filter(Node::named).forEach(this::statementIfAny);
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
            default -> group(node);
        }
    }

    private void group(Node node) {
        if (!GROUPS.contains(node.type())) {
            doubt("a " + node.type());
            return;
        }
        boolean plain = node.is("program") || node.is("compound_statement");
        conditions += plain ? 0 : 1;
        inOrder(node);
        conditions -= plain ? 0 : 1;
    }

    /// Inside a broken part, commands are still looked for: a rule may forbid them.
    private void statementIfAny(Node node) {
        if (GROUPS.contains(node.type())
                || node.type().endsWith("_statement")
                || Set.of("command", "subshell", "function_definition").contains(node.type())) {
            statement(node);
        }
    }

    private String excerpt(Node node) {
        String text = node.text(source.text());
        return text.length() > 20 ? text.substring(0, 20) + "…" : text;
    }

    private void inOrder(Node node) {
        gaps(node);
        List<Node> children = node.children();
        for (int i = 0; i < children.size(); i++) {
            boolean apart = i + 1 < children.size() && children.get(i + 1).is("&");
            conditions += apart ? 1 : 0;
            statement(children.get(i));
            conditions -= apart ? 1 : 0;
        }
    }

    /// Between the parts of a statement there is nothing but blanks.
    private void gaps(Node node) {
        int at = node.start();
        for (Node child : node.children()) {
            if (!source.blank(at, child.start())) {
                doubt("text the grammar passes over");
            }
            at = Math.max(at, child.end());
        }
        if (!source.blank(at, node.end())) {
            doubt("text the grammar passes over");
        }
    }

    private void comment(Node node) {
        int start = node.start();
        boolean apart = start == 0 || " \t\n;&|()".indexOf(source.text().charAt(start - 1)) >= 0;
        if (!apart || node.text(source.text()).contains("\n")) {
            doubt("a # that may be no comment");
        }
    }

    private void subshell(Node node) {
        if (node.text(source.text()).startsWith("((")) {
            doubt("(( that is no expression");
        }
        conditions++;
        inOrder(node);
        conditions--;
    }

    private void function(Node node) {
        gaps(node);
        node.children("name")
                .forEach(it -> {
                    String name = it.text(source.text());
                    if (!name.matches("[A-Za-z_][A-Za-z0-9_:.+-]*")) {
                        doubt("the name of a function");
                    } else if (conditions == 0) {
                        reading.defined(name);
                    }
                });
        conditions++;
        node.children("body").forEach(this::statement);
        conditions--;
        List<Node> redirects = node.children("redirect").toList();
        if (!redirects.isEmpty()) {
            commands.redirections(redirects);
        }
    }

    private void loop(Node node) {
        gaps(node);
        node.children("variable")
                .forEach(it -> {
                    String name = it.text(source.text());
                    if (!NAME.matcher(name).matches()) {
                        doubt("the variable of a loop");
                    }
                    commands.sets(name, Word.unknown("$" + name));
                });
        List<Node> values = node.children("value").toList();
        commands.apart(values);
        values.forEach(commands::word);
        conditions++;
        node.children("body").forEach(this::statement);
        conditions--;
    }

    private void counting(Node node) {
        gaps(node);
        int open = source.text().indexOf("((", node.start());
        Optional<Node> close = node.children().stream().filter(it -> it.is("))")).findFirst();
        if (open < 0 || close.isEmpty()) {
            doubt("a loop");
            return;
        }
        new Substitutions(reading, source, this, true).expression(open + 2, close.get().start());
        conditions++;
        node.children("body").forEach(this::statement);
        conditions--;
    }

    private void cases(Node node) {
        gaps(node);
        node.children("value").forEach(commands::word);
        conditions++;
        for (Node item : node.children()) {
            if (item.broken()
                    || (item.named()
                            && !item.is("case_item")
                            && item.field().isEmpty()
                            && !item.is("comment"))) {
                doubt("a case");
            }
            if (item.is("case_item")) {
                gaps(item);
                item.children("value").forEach(commands::word);
                item.children().stream()
                        .filter(it -> !it.field().equals("value"))
                        .forEach(this::statement);
            }
        }
        conditions--;
    }

    private void redirected(Node node) {
        gaps(node);
        List<Node> redirects =
                node.children().stream().filter(it -> it.type().endsWith("_redirect")).toList();
        List<Node> bodies = node.children("body").toList();
        if (redirects.size() + bodies.size() != parts(node).size()
                || !source.inOneLine(node.children())) {
            doubt("a redirection");
        }
        if (bodies.isEmpty()) {
            commands.redirections(redirects);
            return;
        }
        Node body = bodies.getFirst();
        switch (body.type()) {
            case "command" -> commands.command(body, redirects);
            case "declaration_command", "unset_command" -> commands.declaration(body, redirects);
            case "variable_assignment" -> commands.assignments(List.of(body), redirects);
            case "variable_assignments" -> commands.assignments(body.children(), redirects);
            default -> {
                statement(body);
                commands.redirections(redirects);
            }
        }
    }

    /// What follows a here-document's start on its line: `| wc -l`, `&& next`.
    void continuation(Node node) {
        statement(node);
    }

    private void doubt(String what) {
        reading.doubt(what + " is not understood");
    }

    /// Children that are neither blanks nor comments.
    static List<Node> parts(Node node) {
        List<Node> parts = new ArrayList<>(node.children());
        parts.removeIf(it -> it.is("comment"));
        return parts;
    }
}
