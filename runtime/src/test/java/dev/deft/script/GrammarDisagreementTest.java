package dev.deft.script;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.script.command.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The grammar is not trusted: where its tree does not fit the text, there is a doubt.
class GrammarDisagreementTest {

    private static List<String> doubts(String text, SyntaxNode tree) {
        var findings = new ScriptFindings();
        new Statements(findings, new ScriptSource(text), 0).statement(tree);
        return findings.finish(text).doubts();
    }

    private static Optional<SyntaxNode> find(SyntaxNode node, String type) {
        return node.is(type)
                ? Optional.of(node)
                : node.children().stream().flatMap(it -> find(it, type).stream()).findFirst();
    }

    private static SyntaxNode with(SyntaxNode node, List<SyntaxNode> children) {
        return new SyntaxNode(
                node.type(),
                node.named(),
                node.broken(),
                node.field(),
                node.start(),
                node.end(),
                children);
    }

    /// A grammar that skips a part of a statement hides a command.
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "program ~ c0; c1; c2",
                "program ~ c0 & c1",
                "list ~ c0 && c1 && c2",
                "list ~ c0 || c1 && c2 || c3",
                "pipeline ~ c0 | c1 | c2",
                "if_statement ~ if c0; then c1; else c2; fi",
                "elif_clause ~ if c0; then c1; elif c2; then c3; fi",
                "else_clause ~ if c0; then c1; else c2; c3; fi",
                "while_statement ~ while c0; do c1; done",
                "do_group ~ while c0; do c1; c2; done",
                "compound_statement ~ { c0; c1; }",
                "subshell ~ (c0; c1)",
                "function_definition ~ f() { c0; }",
                "for_statement ~ for i in a b; do c0; done",
                "c_style_for_statement ~ for ((i=0; i<1; i++)); do c0; done",
                "case_statement ~ case a in b) c0;; c) c1;; esac",
                "redirected_statement ~ { c0; } >a 2>b",
                "command_substitution ~ c0 $(c1; c2)",
                "process_substitution ~ c0 <(c1; c2)",
                "negated_command ~ ! c0"
            })
    void skippedPartsAreDoubts(String type, String text) {
        SyntaxNode tree = new ScriptSource(text).root();
        SyntaxNode node = find(tree, type).orElseThrow();
        assertThat(doubts(text, node)).isEmpty();
        for (int from = 0; from < node.children().size(); from++) {
            for (int to = from + 1; to <= Math.min(from + 2, node.children().size()); to++) {
                List<SyntaxNode> fewer = new ArrayList<>(node.children());
                fewer.subList(from, to).clear();
                assertThat(doubts(text, with(node, fewer)))
                        .as("%s without children %d to %d", type, from, to)
                        .isNotEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "c0 'a b' | 3 | 6 | a quote that does not end is not understood",
                "c0 'a b' c | 3 | 7 | a quote that does not end is not understood",
                "c0 \"a b\" | 3 | 6 | a double quote that does not end is not understood",
                "c0 \"a b\" | 3 | 7 | a double quote that does not end is not understood",
                "c0 $'a b' | 3 | 7 | a quote that does not end is not understood",
                "c0 $'a\\'b' | 3 | 8 | a quote that does not end is not understood",
                "c0 a\\ b | 3 | 5 | a backslash at the end is not understood",
                "c0 a b | 3 | 6 | a SPACE inside a word is not understood",
                "c0 a;b | 3 | 6 | a SEMICOLON inside a word is not understood",
                "c0 a #b | 5 | 7 | a word that begins with # is not understood",
                "c0 a>b | 3 | 6 | a redirection inside a word is not understood",
                "c0 a<(c1) | 3 | 8 | a redirection inside a word is not understood",
                "c0 '@(a)' | 4 | 8 | an extended pattern is not understood",
                "c0 '!(a)' | 4 | 8 | an extended pattern is not understood",
                "c0 '+(a)' | 4 | 8 | an extended pattern is not understood",
                "c0 '*(a)' | 4 | 8 | an extended pattern is not understood",
                "c0 '?(a)' | 4 | 8 | an extended pattern is not understood",
                "c0 $(c1) | 3 | 7 | a substitution the grammar does not see is not understood",
                "c0 '$(c1)' | 4 | 9 | a substitution the grammar does not see is not understood",
                "c0 '${x}' | 4 | 8 | a substitution the grammar does not see is not understood",
                "c0 `c1` | 3 | 6 | a backtick that does not end is not understood",
                "c0 '`c1`' | 4 | 8 | a backtick that does not end is not understood"
            })
    void wordsThatDoNotFitAreDoubts(String text, int from, int to, String doubt) {
        var findings = new ScriptFindings();
        var source = new ScriptSource(text);
        new WordReader(findings, source, new Statements(findings, source, 0), from, to).word();

        assertThat(findings.finish(text).doubts()).contains(doubt);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "c0 'a b' | 3 | 8 | a b",
                "c0 \"a b\" | 3 | 8 | a b",
                "c0 $'a b' | 3 | 9 | a b",
                "c0 a\\ b | 3 | 7 | a b",
                "c0 a$ | 3 | 5 | a$",
                "c0 [ | 3 | 4 | ["
            })
    void wordsThatFitAreNoDoubts(String text, int from, int to, String word) {
        var findings = new ScriptFindings();
        var source = new ScriptSource(text);
        Word read =
                new WordReader(findings, source, new Statements(findings, source, 0), from, to)
                        .word();

        assertThat(read.constant()).contains(word);
        assertThat(findings.finish(text).doubts()).isEmpty();
    }

    @Test
    void skippedPartsOfACaseAreDoubts() {
        String text = "case a in b) c0; c1;; esac";
        SyntaxNode statement = find(new ScriptSource(text).root(), "case_statement").orElseThrow();
        SyntaxNode item = find(statement, "case_item").orElseThrow();
        for (int i = 0; i < item.children().size(); i++) {
            List<SyntaxNode> fewer = new ArrayList<>(item.children());
            fewer.remove(i);
            List<SyntaxNode> children = new ArrayList<>(statement.children());
            children.replaceAll(it -> it.equals(item) ? with(item, fewer) : it);
            assertThat(doubts(text, with(statement, children))).as("child %d", i).isNotEmpty();
        }
    }

    @Test
    void quotesInAnExpressionAreDoubts() {
        String text = "c0 '1 + 2'";
        var findings = new ScriptFindings();
        var source = new ScriptSource(text);
        new WordReader(findings, source, new Statements(findings, source, 0), 3, 10).arithmetic();

        assertThat(findings.finish(text).doubts())
                .containsExactly("a quote in an expression is not understood");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c0 a#b | 4 | 6 | a # that may be no comment is not understood",
                "c0 #b c1 | 3 | 5 | ''",
                "c0;#b c1 | 3 | 5 | ''",
                "#b c1 | 0 | 2 | ''"
            })
    void commentsInsideAWordAreDoubts(String text, int from, int to, String doubt) {
        var comment = new SyntaxNode("comment", true, false, "", from, to, List.of());

        assertThat(doubts(text, comment)).isEqualTo(doubt.isEmpty() ? List.of() : List.of(doubt));
        var list = new SyntaxNode("list", true, false, "", from, to, List.of(comment));
        assertThat(doubts(text, list))
                .as("a comment in a list")
                .startsWith(doubt.isEmpty() ? "a list is not understood" : doubt);
    }

    @Test
    void commentsOverSeveralLinesAreDoubts() {
        String text = "#a\nc1";

        assertThat(doubts(text, new SyntaxNode("comment", true, false, "", 0, 5, List.of())))
                .containsExactly("a # that may be no comment is not understood");
    }

    @Test
    void textOutsideTheTreeIsADoubt() {
        String text = "c0; c1";
        var findings = new ScriptFindings();
        var source = new ScriptSource(text);
        SyntaxNode first = source.root().children().getFirst();
        new Statements(findings, source, 0)
                .read(new SyntaxNode("program", true, false, "", 0, first.end(), List.of(first)));

        assertThat(findings.finish(text).doubts())
                .containsExactly("text outside the grammar is not understood");
    }

    @Test
    void unknownNodesAreDoubts() {
        assertThat(doubts("c0", new SyntaxNode("novelty", true, false, "", 0, 2, List.of())))
                .containsExactly("a novelty is not understood");
    }
}
