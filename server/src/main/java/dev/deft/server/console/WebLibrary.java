package dev.deft.server.console;

import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

/// A library of the console, whose files are in a WebJar.
///
/// @param name how it is called in addresses, and in the WebJar
/// @param version as the build resolved it
/// @param imports what modules import it as, and the file behind that name; a name that ends with a
///   slash stands for a directory
record WebLibrary(String name, String version, Map<String, String> imports) {

    /// Names of files that can be asked for: nothing hidden, no way up.
    private static final Pattern FILE =
            Pattern.compile("(?:[a-z0-9][a-z0-9._-]*/)*[a-z0-9][a-z0-9._-]*\\.m?js");

    WebLibrary {
        imports = Map.copyOf(imports);
    }

    /// All libraries of the console.
    static List<WebLibrary> all() throws IOException {
        return List.of(
                npm("lit", Map.of("lit", "index.js", "lit/", "")),
                npm("lit-html", Map.of("lit-html", "lit-html.js", "lit-html/", "")),
                npm("lit-element", Map.of("lit-element/", "")),
                npm(
                        "lit__reactive-element",
                        Map.of("@lit/reactive-element", "reactive-element.js")),
                npm("marked", Map.of("marked", "lib/marked.esm.js")),
                npm("dompurify", Map.of("dompurify", "dist/purify.es.mjs")),
                npm(
                        "chart.js",
                        Map.of("chart.js", "dist/chart.js", "chart.js/auto", "auto/auto.js")),
                npm("kurkle__color", Map.of("@kurkle/color", "dist/color.esm.js")),
                of("org.webjars", "highlightjs", Map.of("highlight.js", "highlight.min.js")));
    }

    private static WebLibrary npm(String name, Map<String, String> imports) throws IOException {
        return of("org.webjars.npm", name, imports);
    }

    private static WebLibrary of(String group, String name, Map<String, String> imports)
            throws IOException {
        String resource = "META-INF/maven/" + group + "/" + name + "/pom.properties";
        try (InputStream in = WebLibrary.class.getClassLoader().getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("The library " + name + " is not on the class path.");
            }
            var properties = new Properties();
            properties.load(in);
            return new WebLibrary(name, properties.getProperty("version", ""), imports);
        }
    }

    /// The entries of an import map.
    ///
    /// @param base the address of the libraries
    Map<String, String> addresses(String base) {
        Map<String, String> all = new LinkedHashMap<>();
        imports.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .forEach(it -> all.put(it.getKey(), base + name + "/" + it.getValue()));
        return all;
    }

    /// A file of the library.
    ///
    /// @param file below the library, as it stands in an address
    Optional<byte[]> read(String file) throws IOException {
        if (!FILE.matcher(file).matches()) {
            return Optional.empty();
        }
        String resource = "META-INF/resources/webjars/" + name + "/" + version + "/" + file;
        try (InputStream in = WebLibrary.class.getClassLoader().getResourceAsStream(resource)) {
            return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
        }
    }
}
