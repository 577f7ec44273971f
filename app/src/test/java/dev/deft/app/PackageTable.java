package dev.deft.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What each package of the product may use: the one table behind [ArchitectureRules] and the
/// package lists of the pages.
///
/// The table itself is in `packages.txt`. A line is `package: packages it may use | what of the JDK
/// it may reach`, below the line of its module. The prefix `dev.deft.` is left out. A package may
/// always use itself, and what of the JDK is no [JdkReach].
record PackageTable(SortedMap<String, Line> byPackage) {

    /// The modules, each with those below it. Maven allows no others.
    private static final Map<String, List<String>> MODULES =
            Map.ofEntries(
                    Map.entry("api", List.of()),
                    Map.entry("tools", List.of("api")),
                    Map.entry("runtime", List.of("api")),
                    Map.entry("machine", List.of("api", "runtime")),
                    Map.entry("agent", List.of("api", "runtime")),
                    Map.entry("testing", List.of("api", "runtime", "agent")),
                    Map.entry("embeddings", List.of("api", "runtime", "agent")),
                    Map.entry("engine", List.of("api", "runtime", "tools", "machine", "agent")),
                    Map.entry(
                            "protocols",
                            List.of("api", "runtime", "tools", "machine", "agent", "engine")),
                    Map.entry(
                            "server",
                            List.of(
                                    "api",
                                    "runtime",
                                    "tools",
                                    "machine",
                                    "agent",
                                    "engine",
                                    "protocols")),
                    Map.entry("client", List.of("api", "runtime")),
                    Map.entry(
                            "postgres",
                            List.of(
                                    "api",
                                    "runtime",
                                    "tools",
                                    "machine",
                                    "agent",
                                    "engine",
                                    "protocols",
                                    "server")),
                    Map.entry(
                            "telemetry",
                            List.of("api", "runtime", "tools", "machine", "agent", "engine")),
                    Map.entry(
                            "app",
                            List.of(
                                    "api",
                                    "runtime",
                                    "tools",
                                    "machine",
                                    "agent",
                                    "engine",
                                    "protocols",
                                    "server",
                                    "embeddings",
                                    "postgres",
                                    "telemetry")));

    static final PackageTable PRODUCT = parse(read("packages.txt"));

    /// What one package may use.
    ///
    /// @param name without the prefix `dev.deft.`
    record Line(String module, String name, SortedSet<String> uses, SortedSet<String> reaches) {

        Line {
            uses = Collections.unmodifiableSortedSet(new TreeSet<>(uses));
            reaches = Collections.unmodifiableSortedSet(new TreeSet<>(reaches));
        }

        /// As a line of the table.
        String line() {
            String reached = reaches.isEmpty() ? "" : " | " + String.join(" ", reaches);
            return (name + ": " + String.join(" ", uses)).strip() + reached;
        }
    }

    private static String read(String name) {
        try (var in = PackageTable.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("there is no " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    PackageTable {
        byPackage = Collections.unmodifiableSortedMap(new TreeMap<>(byPackage));
    }

    static PackageTable parse(String table) {
        var lines = new TreeMap<String, Line>();
        String module = "";
        for (String line : table.lines().map(String::strip).toList()) {
            if (line.endsWith("/")) {
                module = line.substring(0, line.length() - 1);
            } else if (!line.isEmpty()) {
                Line own = line(module, line);
                if (lines.put(own.name(), own) != null) {
                    throw new IllegalArgumentException("two lines for " + own.name());
                }
            }
        }
        return new PackageTable(lines);
    }

    private static Line line(String module, String line) {
        int colon = line.indexOf(':');
        int bar = line.indexOf('|');
        return new Line(
                module,
                line.substring(0, colon),
                words(line.substring(colon + 1, bar < 0 ? line.length() : bar)),
                words(bar < 0 ? "" : line.substring(bar + 1)));
    }

    /// The words of a text, which may be separated by commas too.
    static SortedSet<String> words(String text) {
        return Arrays.stream(text.split("[\\s,]+", -1))
                .filter(it -> !it.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The packages of some modules, as rules of ArchUnit name them.
    String[] packagesOf(String... modules) {
        List<String> wanted = List.of(modules);
        return byPackage.values().stream()
                .filter(it -> wanted.contains(it.module()))
                .map(it -> "dev.deft." + it.name())
                .toArray(String[]::new);
    }

    /// A package as rules of ArchUnit name it.
    ///
    /// @throws IllegalArgumentException if it has no line, so that no rule speaks of a package that
    ///   does not exist
    String named(String name) {
        if (!byPackage.containsKey(name)) {
            throw new IllegalArgumentException("there is no line for " + name);
        }
        return "dev.deft." + name;
    }

    /// What is wrong with the table itself: lines that name packages, modules or parts of the JDK
    /// that do not exist, or packages of a module that is not below.
    List<String> mistakes() {
        var mistakes = new ArrayList<String>();
        for (Line own : byPackage.values()) {
            if (!MODULES.containsKey(own.module())) {
                mistakes.add(own.name() + ": there is no module " + own.module());
                continue;
            }
            own.uses().stream()
                    .flatMap(it -> mistake(own, it))
                    .map(it -> "PackageTable, line of " + own.name() + ": " + it)
                    .forEach(mistakes::add);
            own.reaches().stream()
                    .filter(it -> !JdkReach.NAMES.contains(it))
                    .map(it -> "PackageTable, line of " + own.name() + ": nothing is called " + it)
                    .forEach(mistakes::add);
        }
        return mistakes;
    }

    private Stream<String> mistake(Line own, String used) {
        Line other = byPackage.get(used);
        if (other == null) {
            return Stream.of("there is no line for " + used);
        }
        boolean below =
                other.module().equals(own.module())
                        || MODULES.getOrDefault(own.module(), List.of()).contains(other.module());
        return below
                ? Stream.empty()
                : Stream.of(
                        "%s is in %s, which %s does not depend on"
                                .formatted(used, other.module(), own.module()));
    }
}
