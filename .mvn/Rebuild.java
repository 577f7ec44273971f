import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.attribute.SourceFileAttribute;
import java.lang.reflect.AccessFlag;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/// Compiles the modules in which only sources have changed since Maven built them all, for ./deft.
///
/// Each is compiled as a whole, so that nothing stays of a class that was deleted or renamed. The
/// modules that Maven builds after it follow if anything has changed that a compiler can see of it:
/// signatures, and constants, which compilers copy.
///
/// Arguments: the checkout, a directory with the jars of the last build, an empty directory for
/// those that are made here, the class path of all libraries, the modules in the order of Maven's
/// build, `--`, and the modules that have changed. On standard output is a line for each module
/// that is built.
final class Rebuild {

    private static final String KEPT_FROM_MAVEN = "META-INF/maven/";

    private static final int JAVA_1 = 44;

    private final Path top;
    private final Path before;
    private final Path after;
    private final String libraries;

    private Rebuild(Path top, Path before, Path after, String libraries) {
        this.top = top;
        this.before = before;
        this.after = after;
        this.libraries = libraries;
    }

    public static void main(String[] args) throws IOException {
        var build = new Rebuild(Path.of(args[0]), Path.of(args[1]), Path.of(args[2]), args[3]);
        List<String> names = List.of(args).subList(4, args.length);
        int split = names.indexOf("--");
        List<String> modules = names.subList(0, split);
        Set<String> changed = new LinkedHashSet<>(names.subList(split + 1, names.size()));
        if (!modules.containsAll(changed)) {
            throw new IllegalArgumentException("no such module: " + changed);
        }
        System.exit(build.run(modules, changed) ? 0 : 1);
    }

    private boolean run(List<String> modules, Set<String> changed) throws IOException {
        List<Path> jars = new ArrayList<>();
        boolean seen = false;
        for (String module : modules) {
            Path old = jarOf(before, module);
            Path current = old;
            if (seen || changed.contains(module)) {
                System.out.println(module);
                current = after.resolve(old.getFileName());
                if (!compile(module, old, jars, current)) {
                    return false;
                }
                seen |= !signature(old).equals(signature(current));
            }
            jars.add(current);
        }
        return true;
    }

    private static Path jarOf(Path directory, String module) throws IOException {
        String prefix = "deft-" + module.substring(module.lastIndexOf('/') + 1) + "-";
        try (Stream<Path> all = Files.list(directory)) {
            return all.filter(it -> it.getFileName().toString().startsWith(prefix))
                    .filter(it -> it.toString().endsWith(".jar"))
                    .findFirst()
                    .orElseThrow(() -> new IOException("no jar of " + module));
        }
    }

    private boolean compile(String module, Path old, List<Path> jars, Path jar) throws IOException {
        Path main = top.resolve(module).resolve("src/main");
        Path classes = Files.createTempDirectory(after, "classes");
        try {
            if (!compile(main.resolve("java"), release(old), jars, classes)) {
                return false;
            }
            Map<String, Path> content = new TreeMap<>();
            content.putAll(files(classes));
            content.putAll(files(main.resolve("resources")));
            List<Path> classPath = new ArrayList<>(jars);
            classPath.add(classes);
            Arrays.stream(libraries.split(":")).map(Path::of).forEach(classPath::add);
            try (var desugar = new Desugar(classPath)) {
                pack(old, content, desugar, jar);
            }
            return true;
        } finally {
            delete(classes);
        }
    }

    private boolean compile(Path sources, int release, List<Path> jars, Path classes)
            throws IOException {
        List<Path> java =
                files(sources).entrySet().stream()
                        .filter(it -> it.getKey().endsWith(".java"))
                        .map(Map.Entry::getValue)
                        .toList();
        List<String> path = new ArrayList<>(jars.stream().map(Path::toString).toList());
        path.add(libraries);
        boolean named = Files.exists(sources.resolve("module-info.java"));
        List<String> options =
                List.of(
                        "--release",
                        String.valueOf(release),
                        "-g:lines,source",
                        "-encoding",
                        "UTF-8",
                        "-proc:none",
                        "-nowarn",
                        "-XDstringConcat=inline",
                        "-d",
                        classes.toString(),
                        named ? "--module-path" : "--class-path",
                        named ? annotations() : String.join(":", path));
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
            Iterable<? extends JavaFileObject> units = manager.getJavaFileObjectsFromPaths(java);
            var errors = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
            return compiler.getTask(errors, manager, null, options, null, units).call();
        }
    }

    /// What a named module may use: the only one we have needs nothing but annotations.
    private String annotations() {
        return Arrays.stream(libraries.split(":"))
                .filter(it -> it.contains("jspecify"))
                .findFirst()
                .orElse("");
    }

    /// The Java version a module is for, as Maven's build of it says.
    private static int release(Path jar) throws IOException {
        try (var file = new JarFile(jar.toFile())) {
            JarEntry any =
                    file.stream()
                            .filter(it -> it.getName().endsWith(".class"))
                            .findFirst()
                            .orElseThrow();
            byte[] start = file.getInputStream(any).readNBytes(8);
            return (start[6] << 8 | start[7]) - JAVA_1;
        }
    }

    /// The files below a directory by their names, as a jar spells them.
    private static Map<String, Path> files(Path root) throws IOException {
        Map<String, Path> all = new TreeMap<>();
        if (Files.exists(root)) {
            try (Stream<Path> found = Files.walk(root)) {
                found.filter(Files::isRegularFile)
                        .forEach(it -> all.put(root.relativize(it).toString(), it));
            }
        }
        return all;
    }

    private static void pack(Path old, Map<String, Path> content, Desugar desugar, Path jar)
            throws IOException {
        try (var before = new JarFile(old.toFile());
                OutputStream file = new BufferedOutputStream(Files.newOutputStream(jar));
                var out = new JarOutputStream(file)) {
            for (JarEntry entry : before.stream().toList()) {
                if (entry.getName().startsWith(KEPT_FROM_MAVEN) && !entry.isDirectory()) {
                    Bundle.put(out, entry.getName(), read(before, entry.getName()));
                }
            }
            Map<String, byte[]> files = new TreeMap<>();
            for (Map.Entry<String, Path> entry : content.entrySet()) {
                files.put(entry.getKey(), Files.readAllBytes(entry.getValue()));
            }
            desugar.applyToAll(files);
            for (Map.Entry<String, byte[]> entry : files.entrySet()) {
                Bundle.put(out, entry.getKey(), entry.getValue());
            }
        }
    }

    private static byte[] read(JarFile jar, String name) throws IOException {
        return jar.getInputStream(jar.getEntry(name)).readAllBytes();
    }

    /// All that a compiler can see of the classes in a jar.
    private static String signature(Path jar) throws IOException {
        Map<String, String> classes = new TreeMap<>();
        try (var file = new JarFile(jar.toFile())) {
            for (JarEntry entry : file.stream().toList()) {
                if (entry.getName().endsWith(".class")
                        && !entry.getName().contains(Lambdas.MARK)) {
                    classes.put(entry.getName(), hash(visible(read(file, entry.getName()))));
                }
            }
        }
        return hash(classes.toString().getBytes(StandardCharsets.UTF_8));
    }

    /// A class without the code of its methods, and without private methods.
    private static byte[] visible(byte[] bytes) {
        ClassFile parser =
                ClassFile.of(
                        ClassFile.ConstantPoolSharingOption.NEW_POOL,
                        ClassFile.DebugElementsOption.DROP_DEBUG);
        ClassModel model = parser.parse(bytes);
        ClassTransform hidden =
                ClassTransform.dropping(it ->
                        it instanceof SourceFileAttribute
                                || it instanceof NestMembersAttribute
                                || it instanceof MethodModel method && isHidden(method));
        ClassTransform code =
                ClassTransform.transformingMethods(
                        MethodTransform.dropping(it -> it instanceof CodeAttribute));
        return parser.transformClass(model, hidden.andThen(code));
    }

    private static boolean isHidden(MethodModel method) {
        return method.flags().has(AccessFlag.PRIVATE) || method.flags().has(AccessFlag.SYNTHETIC);
    }

    private static String hash(byte[] bytes) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void delete(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            all.sorted(Comparator.reverseOrder())
                    .forEach(it -> {
                        try {
                            Files.delete(it);
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    });
        }
    }
}
