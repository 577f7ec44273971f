package dev.deft.dialect;

import dev.deft.policy.ToolLimits;
import dev.deft.registry.Dialect;
import dev.deft.registry.LockedDialect;
import dev.deft.registry.ToolRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// The dialects Deft speaks, by name.
public final class Dialects {

    public static final String DEFAULT = "locked";

    public static final List<String> NAMES =
            List.of(DEFAULT, "aegis", "inventory", "pegasus", "opencode");

    private Dialects() {}

    /// Makes a dialect over the tools of a registry.
    ///
    /// @throws IllegalArgumentException with the known names when there is no such dialect
    public static Dialect of(String name, ToolRegistry registry) {
        return switch (name) {
            case "locked" -> new LockedDialect(registry);
            case "aegis" -> table(name, registry, AegisDialect.MAPPINGS, new AegisDialect());
            case "inventory" ->
                    table(name, registry, InventoryDialect.MAPPINGS, new InventoryDialect());
            case "pegasus" -> table(name, registry, PegasusDialect.MAPPINGS, new PegasusDialect());
            case "opencode" ->
                    table(name, registry, OpencodeDialect.MAPPINGS, new OpencodeDialect());
            default ->
                    throw new IllegalArgumentException(
                            "There is no dialect \"%s\"; there are %s."
                                    .formatted(name, String.join(", ", NAMES)));
        };
    }

    private static Dialect table(
            String name,
            ToolRegistry registry,
            Map<String, Mapping> mappings,
            ResultShape results) {
        return new TableDialect(name, DialectTable.load(name), registry, mappings, results);
    }

    /// A dialect of which every call may take the same time.
    public static Dialect withTimeout(Dialect dialect, Duration timeout) {
        return new TimeoutDialect(dialect, timeout);
    }

    /// A dialect with limits that people set; where nothing is set, its own hold.
    public static Dialect limited(Dialect dialect, ToolLimits limits) {
        return limits.isNone() ? dialect : new LimitedDialect(dialect, limits);
    }

    /// Narrows a dialect to one of its named sets.
    ///
    /// @throws IllegalArgumentException with the known names when the dialect has no such set
    public static Dialect narrowed(Dialect dialect, String collection) {
        Map<String, List<String>> known =
                dialect.name().equals(DEFAULT)
                        ? Map.of()
                        : DialectTable.load(dialect.name()).collections();
        List<String> names = known.get(collection);
        if (names == null) {
            throw new IllegalArgumentException(
                    known.isEmpty()
                            ? "The dialect %s has no collections.".formatted(dialect.name())
                            : "The dialect %s has no collection \"%s\"; it has %s."
                                    .formatted(
                                            dialect.name(),
                                            collection,
                                            String.join(", ", new TreeSet<>(known.keySet()))));
        }
        return new NarrowedDialect(dialect, Set.copyOf(names));
    }

    /// Narrows a dialect to some tools.
    ///
    /// @param ids of the tools, not their names in the dialect
    public static Dialect only(Dialect dialect, Set<String> ids) {
        return new ChosenDialect(dialect, ids);
    }
}
