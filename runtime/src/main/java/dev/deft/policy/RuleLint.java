package dev.deft.policy;

import dev.deft.policy.pattern.Wildcards;
import dev.deft.run.NearestNames;
import dev.deft.tool.Capability;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Finds rules that can never apply, and says what was probably meant. Such a rule protects
/// nothing, and its author believes that it does.
public final class RuleLint {

    private static final Pattern URL = Pattern.compile("(?i)[a-z][a-z0-9+.-]*://.*");
    private static final Pattern HOST =
            Pattern.compile(
                    "(?i)(\\*\\*|(\\*\\.)?[\\p{L}\\p{N}_]([\\p{L}\\p{N}_.-]*[\\p{L}\\p{N}_])?\\.?|\\[[0-9a-f:.%]+])(:\\d{1,5})?");
    private static final Pattern SEVERAL_COMMANDS =
            Pattern.compile("(?s).*(&&|\\|\\||[;|]|(^|\\s)&($|\\s)).*");
    private static final Pattern QUOTES = Pattern.compile("(?s)(.*\\s)?([\"']).*\\2(\\s.*)?");

    private final Collection<Tool<?>> tools;

    /// Empty until a rule is looked at: most sessions have none of their own.
    private Map<String, Set<Kind>> kinds = Map.of();

    /// @param tools the tools that a rule can name
    public RuleLint(Collection<Tool<?>> tools) {
        this.tools = tools;
    }

    /// What the pattern of a rule is matched against.
    private enum Kind {
        PATH,
        HOST,
        COMMAND,
        NAME
    }

    private Map<String, Set<Kind>> kindsOfTools() {
        if (kinds.isEmpty()) {
            kinds = new LinkedHashMap<>();
            for (Tool<?> tool : tools) {
                kinds.put(tool.spec().id(), kinds(tool.spec().requires()));
            }
        }
        return kinds;
    }

    private static Set<Kind> kinds(RequirementSet requires) {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        if (!requires.read().isEmpty() || !requires.write().isEmpty()) {
            kinds.add(Kind.PATH);
        }
        if (!requires.hosts().isEmpty()) {
            kinds.add(Kind.HOST);
        }
        if (!requires.shell().isEmpty()) {
            kinds.add(Kind.COMMAND);
        }
        if (kinds.isEmpty() || kinds.contains(Kind.COMMAND) || !requires.capabilities().isEmpty()) {
            kinds.add(Kind.NAME);
        }
        return kinds;
    }

    /// A mistake in a rule.
    ///
    /// @param why a clause, such as "no path ends with a slash"
    /// @param certain whether it is a mistake everywhere, even where there are other tools
    public record Mistake(Rule rule, String why, boolean certain) {

        /// The rule and what is wrong with it, as a sentence.
        public String message() {
            return "The rule `" + rule.text() + "` can never apply: " + why + ".";
        }
    }

    /// The mistake in a rule; absent if it can apply.
    public Optional<Mistake> of(Rule rule) {
        Set<Kind> kinds = kinds(rule.permission());
        return kinds.isEmpty()
                ? Optional.of(unknown(rule))
                : pattern(rule, kinds).map(it -> new Mistake(rule, it, true));
    }

    /// The mistakes in some rules.
    public List<Mistake> of(Collection<Rule> rules) {
        return rules.stream().flatMap(it -> of(it).stream()).toList();
    }

    private Set<Kind> kinds(String permission) {
        if (permission.equals("*") || permission.startsWith(ServerPermissions.PREFIX)) {
            return EnumSet.allOf(Kind.class);
        }
        if (permission.equals(SecretRules.PERMISSION)) {
            return EnumSet.of(Kind.NAME);
        }
        Optional<Capability> capability = Capability.parse(permission);
        if (capability.isPresent()) {
            return EnumSet.of(kind(capability.get()));
        }
        var wildcards = new Wildcards(permission);
        Set<Kind> found = EnumSet.noneOf(Kind.class);
        kindsOfTools()
                .forEach((id, kindsOfTool) -> {
                    if (wildcards.matches(id)) {
                        found.addAll(kindsOfTool);
                    }
                });
        return found;
    }

    private static Kind kind(Capability capability) {
        return switch (capability) {
            case FS_READ, FS_WRITE -> Kind.PATH;
            case NET_FETCH -> Kind.HOST;
            case SHELL_RUN -> Kind.COMMAND;
            case NONE -> Kind.NAME;
        };
    }

    private Mistake unknown(Rule rule) {
        List<String> names = new ArrayList<>(kindsOfTools().keySet());
        for (Capability it : Capability.values()) {
            names.add(it.wire());
        }
        String hint = NearestNames.hint(rule.permission(), names);
        String command =
                hint.isEmpty() && rule.permission().matches("[\\w./-]+")
                        ? "; for a command write `%s bash %s %s%s`"
                                .formatted(
                                        rule.action().wire(),
                                        rule.permission(),
                                        rule.pattern(),
                                        rule.pattern().endsWith("*") ? "" : " *")
                        : hint;
        String why =
                "no tool and no capability is called %s%s"
                        .formatted(
                                NearestNames.quoted(rule.permission()),
                                command.endsWith("?")
                                        ? command.substring(0, command.length() - 1)
                                        : command);
        return new Mistake(rule, why, !hint.isEmpty());
    }

    /// A pattern is fine as long as one kind of subject can match it.
    private static Optional<String> pattern(Rule rule, Set<Kind> kinds) {
        Optional<String> first = Optional.empty();
        for (Kind kind : kinds) {
            Optional<String> mistake =
                    switch (kind) {
                        case PATH -> path(rule.pattern());
                        case HOST -> host(rule.pattern());
                        case COMMAND -> command(rule.pattern());
                        case NAME -> kinds.size() == 1 ? Optional.empty() : command(rule.pattern());
                    };
            if (mistake.isEmpty()) {
                return mistake;
            }
            first = first.or(() -> mistake);
        }
        return first;
    }

    /// Why no path can match a pattern.
    public static Optional<String> path(String pattern) {
        if (pattern.length() > 1 && pattern.endsWith("/")) {
            return Optional.of(
                    "no path ends with a slash; %s** is everything in that directory"
                            .formatted(pattern));
        }
        if (pattern.equals("~") || pattern.startsWith("~/")) {
            return Optional.of(
                    "~ does not stand for the home directory; patterns are relative to the workspace or begin with /");
        }
        String inside = pattern.startsWith("/") ? pattern.substring(1) : pattern;
        for (String segment : inside.split("/", -1)) {
            if (segment.equals(".") || segment.equals("..") || segment.isEmpty()) {
                return Optional.of(
                        "no path contains a segment \"%s\"; leave it out, as in %s"
                                .formatted(segment, plain(pattern)));
            }
        }
        return Optional.empty();
    }

    private static String plain(String pattern) {
        List<String> kept = new ArrayList<>();
        for (String segment : pattern.split("/", -1)) {
            if (!segment.isEmpty() && !segment.equals(".") && !segment.equals("..")) {
                kept.add(segment);
            }
        }
        return kept.isEmpty() ? "**" : String.join("/", kept);
    }

    /// Why no host can match a pattern.
    public static Optional<String> host(String pattern) {
        if (pattern.equals("*") || pattern.equals("**")) {
            return Optional.empty();
        }
        if (URL.matcher(pattern).matches()) {
            String bare = pattern.replaceFirst("^[^/]*//", "").replaceFirst("[/?#].*", "");
            return Optional.of("a host is a name, not a URL; write %s".formatted(bare));
        }
        return HOST.matcher(pattern).matches()
                ? Optional.empty()
                : Optional.of(
                        "\"%s\" is not a host; write a name, *.example.org or **, optionally with :port"
                                .formatted(pattern));
    }

    /// Why no command can match a pattern.
    private static Optional<String> command(String pattern) {
        if (SEVERAL_COMMANDS.matcher(pattern).matches()) {
            return Optional.of(
                    "each command of a script is matched separately, so a pattern cannot contain &&, | or ;");
        }
        if (QUOTES.matcher(pattern).matches()) {
            return Optional.of(
                    "words are matched without quotes, so a pattern cannot contain quotes; * stands for any word");
        }
        return Optional.empty();
    }
}
