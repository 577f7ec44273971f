package dev.deft.tools.code;

import dev.deft.host.GrepQuery;
import dev.deft.host.WorkspaceFiles;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Recognizes common licenses by sentences of their texts.
final class LicenseFinder {

    private static final int MOST_LINES = 40;

    /// A license text is searched in no time; a file of another kind with such a name may be long.
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private static final String SENTENCES =
            "(?i)apache license|mit license|gnu (affero |lesser |library )?general public license|mozilla public license"
                    + "|redistribution and use in source|neither the name|isc license|eclipse public license|boost software license"
                    + "|free and unencumbered|cc0 1\\.0|permission is hereby granted, free of charge|permission to use, copy, modify"
                    + "|european union public licence|^ *version [0-9.]+";

    private static final List<String> FILES = List.of("license", "licence", "copying", "unlicense");

    private final WorkspaceFiles files;

    LicenseFinder(WorkspaceFiles files) {
        this.files = files;
    }

    /// Whether a file of this name has a license.
    static boolean isLicense(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return FILES.stream().anyMatch(it -> lower.equals(it) || isVariant(lower, it));
    }

    private static boolean isVariant(String name, String of) {
        return name.startsWith(of + ".") || name.startsWith(of + "-");
    }

    /// The SPDX identifier; empty if the text is none of the known ones.
    Optional<String> find(String file) throws IOException, InterruptedException {
        var lines = new ArrayList<String>();
        var query =
                new GrepQuery(
                        files.resolve(file),
                        SENTENCES,
                        Optional.empty(),
                        GrepQuery.Syntax.REGEX,
                        TIMEOUT);
        files.grep(
                query,
                it -> {
                    if (lines.size() < MOST_LINES) {
                        lines.add(it.text().toLowerCase(Locale.ROOT).strip());
                    }
                });
        return name(lines);
    }

    /// The first sentence is the title; later ones may mention other licenses.
    static Optional<String> name(List<String> lines) {
        for (String line : lines) {
            Optional<String> name = name(line, lines);
            if (name.isPresent()) {
                return name;
            }
        }
        return Optional.empty();
    }

    private static Optional<String> name(String line, List<String> all) {
        if (line.contains("general public license")) {
            return Optional.of(gnu(line, all));
        }
        if (line.contains("redistribution and use in source")) {
            boolean third = all.stream().anyMatch(it -> it.contains("neither the name"));
            return Optional.of(third ? "BSD-3-Clause" : "BSD-2-Clause");
        }
        return KNOWN.stream()
                .filter(it -> line.contains(it.getFirst()))
                .map(List::getLast)
                .findFirst();
    }

    private static final List<List<String>> KNOWN =
            List.of(
                    List.of("apache license", "Apache-2.0"),
                    List.of("mit license", "MIT"),
                    List.of("permission is hereby granted, free of charge", "MIT"),
                    List.of("mozilla public license", "MPL-2.0"),
                    List.of("isc license", "ISC"),
                    List.of("permission to use, copy, modify", "ISC"),
                    List.of("eclipse public license", "EPL-2.0"),
                    List.of("boost software license", "BSL-1.0"),
                    List.of("free and unencumbered", "Unlicense"),
                    List.of("cc0 1.0", "CC0-1.0"),
                    List.of("european union public licence", "EUPL-1.2"));

    private static String gnu(String line, List<String> all) {
        String family =
                line.contains("affero")
                        ? "AGPL"
                        : line.contains("lesser") || line.contains("library") ? "LGPL" : "GPL";
        String version =
                all.stream()
                        .filter(it -> it.contains("version "))
                        .map(it -> it.replaceAll("^.*?version ([0-9.]*).*$", "$1"))
                        .filter(it -> !it.isEmpty())
                        .findFirst()
                        .orElse("");
        String plain = version.endsWith(".") ? version.substring(0, version.length() - 1) : version;
        return plain.isEmpty()
                ? family
                : family + "-" + (plain.contains(".") ? plain : plain + ".0");
    }
}
