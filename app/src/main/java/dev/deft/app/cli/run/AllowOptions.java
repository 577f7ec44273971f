package dev.deft.app.cli.run;

import dev.deft.app.cli.command.CommandOption;
import dev.deft.app.cli.command.ParsedArguments;
import dev.deft.app.cli.command.UsageException;
import dev.deft.policy.Rule;
import dev.deft.policy.Scope;
import java.util.ArrayList;
import java.util.List;

/// The options that allow something in addition to any policy.
public final class AllowOptions {

    public static final CommandOption ALLOW =
            CommandOption.often(
                    "--allow", "RULE", "allow this without asking, such as \"bash npm test *\"");
    public static final CommandOption YES_EDITS =
            CommandOption.flag("--yes-edits", "allow file changes in the workspace without asking");

    private AllowOptions() {}

    /// The rules of `--allow` and `--yes-edits`.
    public static List<Rule> rules(ParsedArguments arguments) throws UsageException {
        List<Rule> rules = new ArrayList<>();
        if (arguments.has(YES_EDITS.name())) {
            rules.add(Rule.parse(Scope.SESSION, "allow fs.write **"));
        }
        for (String given : arguments.all(ALLOW.name())) {
            rules.add(allowed(given));
        }
        return rules;
    }

    /// `allow` may be omitted; `look` is possible instead.
    private static Rule allowed(String given) throws UsageException {
        String rule = given.strip();
        String bare = rule.startsWith("allow ") ? rule.substring("allow ".length()) : rule;
        try {
            return Rule.parse(Scope.SESSION, bare.startsWith("look ") ? bare : "allow " + bare);
        } catch (IllegalArgumentException _) {
            throw new UsageException(
                    "--allow takes a permission and a pattern, such as \"bash npm test *\" or \"fs.write src/**\", not \"%s\""
                            .formatted(given));
        }
    }
}
