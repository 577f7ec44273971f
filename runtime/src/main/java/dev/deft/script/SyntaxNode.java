package dev.deft.script;

import java.util.List;
import java.util.stream.Stream;

/// A node of the syntax tree, copied so that no native memory outlives the parse.
///
/// @param field its role in its parent, or empty
/// @param start of its text without leading blanks
record SyntaxNode(
        String type,
        boolean named,
        boolean broken,
        String field,
        int start,
        int end,
        List<SyntaxNode> children) {

    boolean is(String wanted) {
        return type.equals(wanted);
    }

    Stream<SyntaxNode> children(String field) {
        return children.stream().filter(it -> it.field.equals(field));
    }

    /// A node from the start of this one to the end of another.
    SyntaxNode upTo(SyntaxNode last) {
        return new SyntaxNode(
                type, named, broken || last.broken, field, start, last.end, List.of(this, last));
    }

    String text(String source) {
        return source.substring(start, end);
    }
}
