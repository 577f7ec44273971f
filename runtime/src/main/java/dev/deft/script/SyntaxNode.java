package dev.deft.script;

import java.util.List;
import java.util.stream.Stream;

/// A node of the grammar's tree, copied so that nothing native outlives the parse.
///
/// @param field the role it has in its parent, or empty
/// @param start of its text, blanks before it left out
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

    /// This and all up to the end of another.
    SyntaxNode upTo(SyntaxNode last) {
        return new SyntaxNode(
                type, named, broken || last.broken, field, start, last.end, List.of(this, last));
    }

    String text(String source) {
        return source.substring(start, end);
    }
}
