package dev.deft.search.glob;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// The rules of one ignore file; the last rule that matches a path decides.
public final class IgnoreRules {

    public static final IgnoreRules EMPTY = new IgnoreRules(List.of());

    /// What the rules decide for a path.
    enum Verdict {
        SILENT,
        IGNORED,
        INCLUDED
    }

    private final IgnoreRule[] rules;

    private IgnoreRules(List<IgnoreRule> rules) {
        this.rules = rules.toArray(IgnoreRule[]::new);
    }

    public static IgnoreRules parse(byte[] file) {
        List<IgnoreRule> rules = new ArrayList<>();
        boolean bom =
                file.length >= 3
                        && file[0] == (byte) 0xef
                        && file[1] == (byte) 0xbb
                        && file[2] == (byte) 0xbf;
        int from = bom ? 3 : 0;
        for (int i = from; i <= file.length; i++) {
            if (i == file.length || file[i] == '\n') {
                int end = i > from && file[i - 1] == '\r' ? i - 1 : i;
                IgnoreRule.parse(Arrays.copyOfRange(file, from, end)).ifPresent(rules::add);
                from = i + 1;
            }
        }
        return rules.isEmpty() ? EMPTY : new IgnoreRules(rules);
    }

    public boolean isEmpty() {
        return rules.length == 0;
    }

    Verdict verdict(byte[] path, int base, int name, boolean directory) {
        for (int i = rules.length - 1; i >= 0; i--) {
            if (rules[i].matches(path, base, name, directory)) {
                return rules[i].negated() ? Verdict.INCLUDED : Verdict.IGNORED;
            }
        }
        return Verdict.SILENT;
    }
}
