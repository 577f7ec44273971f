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

/// Creates dialects by name, and narrows them.
public final class Dialects {

    public static final String DEFAULT = "locked";

    public static final List<String> NAMES =
            List.of(DEFAULT, "aegis", "inventory", "pegasus", "opencode");

    private Dialects() {}

    /// Creates a dialect of the tools of a registry.
    ///
    /// @throws IllegalArgumentException with the known names when there is no such dialect
    public static Dialect of(String name, ToolRegistry registry) {
        return switch (name) {
            case "locked" -> new LockedDialect(registry);
            case "aegis" -> table(name, registry, AegisMappings.ALL, new AegisResults());
            case "inventory" ->
                    table(name, registry, InventoryMappings.ALL, new InventoryResults());
            case "pegasus" -> table(name, registry, PegasusMappings.ALL, new PegasusResults());
            case "opencode" -> table(name, registry, OpencodeMappings.ALL, new OpencodeResults());
            default ->
                    throw new IllegalArgumentException(
                            "There is no dialect \"%s\"; the dialects are %s."
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

    /// Gives every tool of a dialect the same timeout.
    public static Dialect withTimeout(Dialect dialect, Duration timeout) {
        return new LimitedDialect(dialect, (_, own) -> own.withTimeout(timeout));
    }

    /// Applies limits that users set; where nothing is set, the dialect keeps its own.
    public static Dialect limited(Dialect dialect, ToolLimits limits) {
        return limits.isNone() ? dialect : new LimitedDialect(dialect, limits::over);
    }

    /// Keeps only the tools of one of the collections of a dialect.
    ///
    /// @throws IllegalArgumentException with the known names when the dialect has no such
    ///   collection
    public static Dialect onlyCollection(Dialect dialect, String collection) {
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
        Set<String> kept = Set.copyOf(names);
        return new FilteredDialect(dialect, it -> kept.contains(it.name()));
    }

    /// Lists some tools also if the dialect has them without listing them.
    ///
    /// @param ids of the tools
    public static Dialect listing(Dialect dialect, Set<String> ids) {
        return new ListingDialect(dialect, new TreeSet<>(ids));
    }

    /// Keeps only some tools of a dialect.
    ///
    /// @param ids of the tools, not their names in the dialect
    public static Dialect only(Dialect dialect, Set<String> ids) {
        Set<String> kept = Set.copyOf(ids);
        return new FilteredDialect(dialect, it -> kept.contains(it.spec().id()));
    }
}
