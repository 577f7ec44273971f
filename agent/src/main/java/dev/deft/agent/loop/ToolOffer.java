package dev.deft.agent.loop;

import dev.deft.registry.Dialect;
import dev.deft.registry.DialectTool;
import dev.deft.tool.ToolSpec;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// Selects the tools that are defined in every request. The model can call the others as well: it
/// finds them with `tool_search`, and later requests define them too.
///
/// @param named ids of tools that are always offered
/// @param deferred ids of tools that the model must search for
/// @param withheld ids of tools that are not available in this run
/// @param possible whether any call of a tool could be allowed now
/// @param changes a number that grows whenever that may have changed
public record ToolOffer(
        Set<String> named,
        Set<String> deferred,
        Set<String> withheld,
        Predicate<ToolSpec<?>> possible,
        LongSupplier changes) {

    /// The most tools that are offered without a search.
    public static final int MAX_TOOLS = 20;

    private static final String SEARCH = "tool_search";

    public ToolOffer {
        named = Set.copyOf(named);
        deferred = Set.copyOf(deferred);
        withheld = Set.copyOf(withheld);
    }

    /// An offer in which calls of all tools could be allowed.
    public ToolOffer(Set<String> named, Set<String> deferred, Set<String> withheld) {
        this(named, deferred, withheld, _ -> true, () -> 0);
    }

    /// The same without tools whose calls cannot be allowed.
    ///
    /// @param changes a number that grows whenever that may have changed
    public ToolOffer where(Predicate<ToolSpec<?>> possible, LongSupplier changes) {
        return new ToolOffer(named, deferred, withheld, possible, changes);
    }

    /// The same without some more tools.
    ///
    /// @param ids of the tools
    public ToolOffer withholding(Set<String> ids) {
        Set<String> all = new HashSet<>(withheld);
        all.addAll(ids);
        return new ToolOffer(named, deferred, all, possible, changes);
    }

    /// The offered tools in the order of the dialect; all of them if the dialect has no search.
    ///
    /// @param found ids of tools that the model has found
    public List<DialectTool> of(Dialect dialect, Set<String> found) {
        return offered(usable(dialect), found);
    }

    /// The names of tools that the model must search for.
    public List<String> hidden(Dialect dialect, Set<String> found) {
        List<DialectTool> usable = usable(dialect);
        List<String> names = new ArrayList<>();
        usable.forEach(it -> names.add(it.name()));
        offered(usable, found).forEach(it -> names.remove(it.name()));
        return names;
    }

    private List<DialectTool> usable(Dialect dialect) {
        return dialect.tools().stream().filter(this::isUsable).toList();
    }

    private List<DialectTool> offered(List<DialectTool> usable, Set<String> found) {
        if (usable.stream().noneMatch(it -> id(it).equals(SEARCH))) {
            return usable;
        }
        List<DialectTool> sent = only(usable, it -> isWanted(it, found));
        List<DialectTool> further =
                only(usable, it -> isWanted(it, found) || !deferred.contains(it));
        return further.size() <= MAX_TOOLS ? further : sent;
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
