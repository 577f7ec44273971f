package dev.deft.agent.loop;

import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tool.ToolSpec;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// Which tools an agent is told about in every request. The others can be called as well; a model
/// finds them by `tool_search` when it needs them, and is told about them from then on.
///
/// @param named ids of the tools the agent is made for
/// @param deferred ids of the tools it has to search for
/// @param withheld ids of tools that would be of no use in this run
/// @param possible which tools some call could be allowed of, as it is now
public record ToolOffer(
        Set<String> named,
        Set<String> deferred,
        Set<String> withheld,
        Predicate<ToolSpec<?>> possible) {

    /// More tools than this are not told unasked, wherever they come from.
    public static final int MAX_TOOLS = 20;

    private static final String SEARCH = "tool_search";

    public ToolOffer {
        named = Set.copyOf(named);
        deferred = Set.copyOf(deferred);
        withheld = Set.copyOf(withheld);
    }

    /// An offer of tools that are all possible.
    public ToolOffer(Set<String> named, Set<String> deferred, Set<String> withheld) {
        this(named, deferred, withheld, _ -> true);
    }

    /// The same without tools no call of which could be allowed.
    public ToolOffer where(Predicate<ToolSpec<?>> possible) {
        return new ToolOffer(named, deferred, withheld, possible);
    }

    /// The tools to tell about, in the order of the dialect. Where nothing can be searched for, it
    /// is all of them.
    ///
    /// @param found ids of tools the model has searched for
    public List<DialectTool> of(Dialect dialect, Set<String> found) {
        List<DialectTool> all = dialect.tools().stream().filter(this::isUsable).toList();
        if (all.stream().noneMatch(it -> id(it).equals(SEARCH))) {
            return all;
        }
        List<DialectTool> sent = only(all, it -> isWanted(it, found));
        List<DialectTool> further = only(all, it -> isWanted(it, found) || !deferred.contains(it));
        return further.size() <= MAX_TOOLS ? further : sent;
    }

    /// The names of the tools that have to be searched for.
    public List<String> hidden(Dialect dialect, Set<String> found) {
        List<DialectTool> sent = of(dialect, found);
        return dialect.tools().stream()
                .filter(it -> !sent.contains(it) && isUsable(it))
                .map(DialectTool::name)
                .toList();
    }

    private boolean isUsable(DialectTool tool) {
        return !withheld.contains(id(tool)) && possible.test(tool.spec());
    }

    private boolean isWanted(String id, Set<String> found) {
        return named.contains(id) || found.contains(id);
    }

    private static List<DialectTool> only(List<DialectTool> tools, Predicate<String> wanted) {
        return tools.stream().filter(it -> wanted.test(id(it))).toList();
    }

    private static String id(DialectTool tool) {
        return tool.spec().id();
    }
}
