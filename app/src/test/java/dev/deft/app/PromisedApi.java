package dev.deft.app;

import dev.deft.agent.model.Model;
import dev.deft.engine.Engine;
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
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What programs may rely on: the public types of the packages that the root `pom.xml` names to
/// `-Xdoclint/package`, and those of other packages that they mention. Where these are interfaces,
/// programs implement them and meet what they mention in turn.
final class PromisedApi {

    /// One class of each module that promises something.
    private static final List<Class<?>> ANCHORS =
            List.of(Tool.class, Model.class, Engine.class, ScriptedModel.class);

    /// The outermost class of a type.
    private static final Pattern MENTIONED =
            Pattern.compile("\\bdev\\.deft\\.(?:[a-z]+\\.)+[A-Z]\\w*");

    private PromisedApi() {}

    /// The signatures of each module by its directory.
    static Map<String, SortedMap<String, String>> byModule() throws Exception {
        ClassLoader loader = PromisedApi.class.getClassLoader();
        var all = new TreeMap<String, String>();
        for (String name : packages()) {
            List<String> classes = classNames(name);
            if (classes.isEmpty()) {
                throw new IllegalStateException(
                        "pom.xml promises " + name + ", which has no class");
            }
            all.putAll(signatures(loader, classes));
        }
        Map<String, String> used = signatures(loader, mentioned(all));
        all.putAll(used);
        used.keySet().removeIf(it -> !isImplemented(used, it));
        all.putAll(signatures(loader, mentioned(used)));
        var modules = new TreeMap<String, SortedMap<String, String>>();
        for (Map.Entry<String, String> it : all.entrySet()) {
            String name = it.getKey().replaceAll("\\.[A-Z].*", "");
            modules.computeIfAbsent(moduleOf(name), _ -> new TreeMap<>())
                    .put(it.getKey(), it.getValue());
        }
        return modules;
    }

    private static boolean isImplemented(Map<String, String> signatures, String key) {
        String owner = key.replaceAll("#.*", "");
        return signatures.getOrDefault(owner, "").startsWith("public interface");
    }

    /// The types of ours that signatures mention, with the types nested in them.
    private static List<String> mentioned(Map<String, String> signatures)
            throws ClassNotFoundException {
        var names = new TreeSet<String>();
        for (Map.Entry<String, String> it : signatures.entrySet()) {
            MENTIONED
                    .matcher(it.getKey() + " " + it.getValue())
                    .results()
                    .forEach(found -> names.add(found.group()));
        }
        for (String name : List.copyOf(names)) {
            for (Class<?> nested : Class.forName(name).getDeclaredClasses()) {
                names.add(nested.getName());
            }
        }
        return List.copyOf(names);
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
