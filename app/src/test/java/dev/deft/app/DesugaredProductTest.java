package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.schema.RecordShapes;
import dev.deft.tool.Tool;
import dev.deft.tools.BuiltinTools;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.constant.ClassDesc;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What the launcher makes of the classes of the product, which no other test runs.
@Tag("slow")
class DesugaredProductTest {

    @TempDir static Path directory;

    /// The classes by the names of their files, as Maven compiled them and as the launcher runs
    /// them.
    private static final Map<String, byte[]> COMPILED = new TreeMap<>();

    private static final Map<String, byte[]> DESUGARED = new LinkedHashMap<>();

    @BeforeAll
    static void desugar() throws Exception {
        for (String name : names()) {
            try (InputStream in = DesugaredProductTest.class.getResourceAsStream("/" + name)) {
                COMPILED.put(name, in.readAllBytes());
            }
        }
        DESUGARED.putAll(COMPILED);
        try (var build = new URLClassLoader(new URL[] {compiledBuild().toURL()})) {
            Class<?> type = build.loadClass("Desugar");
            Constructor<?> constructor = type.getDeclaredConstructor(List.class);
            constructor.setAccessible(true);
            Method apply = type.getDeclaredMethod("applyToAll", Map.class);
            apply.setAccessible(true);
            apply.invoke(constructor.newInstance(List.of()), DESUGARED);
        }
    }

    private static List<String> names() {
        return ProductClasses.onTheClassPath().stream()
                .map(it -> it.getName().replace('.', '/') + ".class")
                .filter(it -> !it.contains("["))
                .toList();
    }

    /// The programs that the launcher builds with.
    private static URI compiledBuild() throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-d", directory.toString()));
        try (Stream<Path> files = Files.list(Checkout.file(".mvn"))) {
            files.map(Path::toString).filter(it -> it.endsWith(".java")).forEach(arguments::add);
        }
        int result =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(result).isZero();
        return directory.toUri();
    }

    @Test
    void isWhatTheVerifierOfTheJdkAccepts() {
        ClassHierarchyResolver resolver =
                ClassHierarchyResolver.ofResourceParsing(DesugaredProductTest::open)
                        .orElse(ClassHierarchyResolver.defaultResolver());
        ClassFile classes = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(resolver));
        Map<String, String> wrong = new TreeMap<>();
        DESUGARED.forEach((name, bytes) ->
                classes.verify(bytes).stream()
                        .findFirst()
                        .ifPresent(it -> wrong.put(name, it.getMessage())));
        assertThat(wrong).isEmpty();
        assertThat(DESUGARED).hasSizeGreaterThan(COMPILED.size() + 1_000);
    }

    private static InputStream open(ClassDesc type) {
        String file = file(type);
        byte[] bytes = DESUGARED.get(file);
        return bytes == null
                ? DesugaredProductTest.class.getResourceAsStream("/" + file)
                : new ByteArrayInputStream(bytes);
    }

    private static String file(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1) + ".class";
    }

    @Test
    void tellsOfEveryParameterWhatItsAnnotationsSay() throws Exception {
        var loader = new DesugaredTools();
        int told = 0;
        for (Tool<?> tool : BuiltinTools.all(InstantSource.system(), new JsonText())) {
            Class<? extends Record> compiled = tool.spec().parameters();
            Class<? extends Record> desugared =
                    loader.loadClass(compiled.getName()).asSubclass(Record.class);
            assertThat(desugared).isNotSameAs(compiled);
            assertThat(RecordShapes.of(desugared)).isEqualTo(RecordShapes.of(compiled));
            told +=
                    Stream.of(desugared.getDeclaredMethods())
                                    .anyMatch(DesugaredProductTest::isNotes)
                            ? 1
                            : 0;
        }
        assertThat(told).isGreaterThan(20);
    }

    private static boolean isNotes(Method method) {
        return method.getName().equals("desugared$notes");
    }

    /// The desugared tools, with everything else as it was compiled.
    private static final class DesugaredTools extends ClassLoader {

        DesugaredTools() {
            super(DesugaredProductTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.deft.tools.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> known = findLoadedClass(name);
            byte[] bytes = DESUGARED.getOrDefault(name.replace('.', '/') + ".class", new byte[0]);
            return known == null ? defineClass(name, bytes, 0, bytes.length) : known;
        }
    }
}
