package dev.deft.app;

import dev.deft.agent.model.Model;
import dev.deft.testkit.ScriptedModel;
import dev.deft.tool.Tool;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What programs may rely on: the public types of the packages that the root `pom.xml` names to
/// `-Xdoclint/package`.
final class PromisedApi {

    /// One class of each module that promises something.
    private static final List<Class<?>> ANCHORS =
            List.of(Tool.class, Model.class, ScriptedModel.class);

    private PromisedApi() {}

    /// The signatures of each module by its directory.
    static Map<String, SortedMap<String, String>> byModule() throws Exception {
        var modules = new TreeMap<String, SortedMap<String, String>>();
        for (String name : packages()) {
            List<String> classes = classNames(name);
            if (classes.isEmpty()) {
                throw new IllegalStateException(
                        "pom.xml promises " + name + ", which has no class");
            }
            modules.computeIfAbsent(moduleOf(name), _ -> new TreeMap<>())
                    .putAll(signatures(PromisedApi.class.getClassLoader(), classes));
        }
        return modules;
    }

    private static List<String> packages() throws Exception {
        String flag = "-Xdoclint/package:";
        return CompilerFlags.of("checked").stream()
                .filter(it -> it.startsWith(flag))
                .flatMap(it -> Arrays.stream(it.substring(flag.length()).split(",", -1)))
                .toList();
    }

    private static String moduleOf(String packageName) throws IOException {
        String path = "src/main/java/" + packageName.replace('.', '/');
        try (Stream<Path> modules = Files.list(Checkout.file(""))) {
            return modules.filter(it -> Files.isDirectory(it.resolve(path)))
                    .map(it -> it.getFileName().toString())
                    .findFirst()
                    .orElseThrow(() -> new IOException("no module has " + packageName));
        }
    }

    private static List<String> classNames(String packageName)
            throws IOException, URISyntaxException {
        Set<Path> places = new LinkedHashSet<>();
        for (Class<?> anchor : ANCHORS) {
            places.add(Path.of(anchor.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        var names = new LinkedHashSet<String>();
        for (Path place : places) {
            if (Files.isDirectory(place)) {
                names.addAll(classNames(place, packageName));
            } else {
                try (FileSystem jar = FileSystems.newFileSystem(place)) {
                    names.addAll(classNames(jar.getPath("/"), packageName));
                }
            }
        }
        return List.copyOf(names);
    }

    /// @param root the directory with the outermost package
    static List<String> classNames(Path root, String packageName) throws IOException {
        Path directory = root.resolve(packageName.replace('.', '/'));
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(it -> it.getFileName().toString())
                    .filter(it -> it.endsWith(".class") && !it.equals("package-info.class"))
                    .map(it -> packageName + "." + it.substring(0, it.length() - 6))
                    .sorted()
                    .toList();
        }
    }

    static SortedMap<String, String> signatures(ClassLoader loader, List<String> classes)
            throws ClassNotFoundException {
        var all = new TreeMap<String, String>();
        for (String name : classes) {
            all.putAll(ApiSignatures.of(Class.forName(name, false, loader)));
        }
        return all;
    }

    /// One line for each signature. The inverse of [#parse].
    static String write(SortedMap<String, String> signatures) {
        return signatures.entrySet().stream()
                .map(it -> it.getKey() + " : " + it.getValue() + "\n")
                .collect(Collectors.joining());
    }

    static SortedMap<String, String> parse(String text) {
        var signatures = new TreeMap<String, String>();
        text.lines().map(it -> it.split(" : ", 2)).forEach(it -> signatures.put(it[0], it[1]));
        return signatures;
    }
}
