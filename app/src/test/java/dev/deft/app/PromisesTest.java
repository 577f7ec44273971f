package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Compares what programs can see of the promised packages with `promises.txt` of each module, the
/// state that was last reviewed, and names every change that breaks a program.
///
/// After a wanted change: `mvn test -Dgolden=update`, then review the diff and tell of it in the
/// changelog.
class PromisesTest {

    @TempDir Path directory;

    @TestFactory
    Stream<DynamicTest> promisesAreKept() throws Exception {
        return PromisedApi.byModule().entrySet().stream()
                .map(it -> dynamicTest(it.getKey(), () -> isKept(it.getKey(), it.getValue())));
    }

    private static void isKept(String module, SortedMap<String, String> current)
            throws IOException {
        Path file = Checkout.file(module + "/promises.txt");
        SortedMap<String, String> reviewed =
                Files.exists(file) ? PromisedApi.parse(Files.readString(file)) : new TreeMap<>();
        ApiChanges changes = ApiChanges.between(reviewed, current);
        if (System.getProperty("golden", "").equals("update")) {
            Files.writeString(file, PromisedApi.write(current));
            return;
        }
        assertThat(changes.incompatible())
                .as(
                        "%s breaks programs that use it. If that is wanted: mvn test -Dgolden=update",
                        module)
                .isEmpty();
        assertThat(changes.compatible())
                .as(
                        "%s promises something else. If that is wanted: mvn test -Dgolden=update",
                        module)
                .isEmpty();
    }

    @Test
    void namesEveryChangeThatBreaksAProgram() throws Exception {
        SortedMap<String, String> before =
                signatures(
                        "before",
                        """
                        package planted;
                        public interface Api {
                            void kept();
                            void removed();
                            void narrowed(Object value);
                            CharSequence returned();
                            void thrown();
                            default void loses() {}
                            enum Color { RED }
                            record Point(int x) {}
                            sealed interface Shape permits Circle {}
                            record Circle() implements Shape {}
                            class Hidden { protected Hidden() {} void mine() {} }
                        }
                        """);
        SortedMap<String, String> after =
                signatures(
                        "after",
                        """
                        package planted;
                        public interface Api {
                            void kept();
                            void narrowed(String value);
                            String returned();
                            void thrown() throws java.io.IOException;
                            void loses();
                            void added();
                            enum Color { RED, BLUE }
                            record Point(int x, int y) {}
                            sealed interface Shape permits Circle, Square {}
                            record Circle() implements Shape {}
                            record Square() implements Shape {}
                            class Hidden { private Hidden() {} }
                        }
                        """);
        assertThat(ApiChanges.between(before, after).incompatible())
                .containsExactly(
                        "added to what others implement or switch over: planted.Api#added() public abstract void ()",
                        "changed: planted.Api#loses() public default void () → public abstract void ()",
                        "removed: planted.Api#narrowed(Object) public abstract void (Object)",
                        "added to what others implement or switch over: planted.Api#narrowed(String) public abstract void (String)",
                        "removed: planted.Api#removed() public abstract void ()",
                        "changed: planted.Api#returned() public abstract CharSequence () → public abstract String ()",
                        "changed: planted.Api#thrown() public abstract void () → public abstract void () throws java.io.IOException",
                        "added to what others implement or switch over: planted.Api$Color#BLUE constant",
                        "removed: planted.Api$Hidden#new() protected ()",
                        "removed: planted.Api$Point#new(int) public (int)",
                        "changed: planted.Api$Shape public static sealed interface permits planted.Api$Circle → public static sealed interface permits planted.Api$Circle, planted.Api$Square");
        assertThat(ApiChanges.between(before, after).compatible())
                .containsExactly(
                        "added: planted.Api$Point#new(int, int) public (int, int)",
                        "added: planted.Api$Point#y() public int ()",
                        "added: planted.Api$Square public static final record extends Record implements planted.Api$Shape",
                        "added: planted.Api$Square#new() public ()");
    }

    @Test
    void letsThroughWhatBreaksNobody() throws Exception {
        SortedMap<String, String> before =
                signatures(
                        "before",
                        """
                        package planted;
                        public interface Api {
                            void getsABody();
                            final class Closed { public Closed() {} }
                        }
                        """);
        SortedMap<String, String> after =
                signatures(
                        "after",
                        """
                        package planted;
                        public interface Api {
                            default void getsABody() {}
                            static void helps() {}
                            class Closed { public Closed() {} public void more() {} }
                            interface New { void anything(); }
                        }
                        """);
        ApiChanges changes = ApiChanges.between(before, after);
        assertThat(changes.incompatible()).isEmpty();
        assertThat(changes.compatible()).hasSize(6);
    }

    @Test
    void isWrittenAndReadBack() throws Exception {
        SortedMap<String, String> all = PromisedApi.byModule().getOrDefault("api", new TreeMap<>());
        assertThat(all).as("a rule over nothing would pass").hasSizeGreaterThan(300);
        assertThat(PromisedApi.parse(PromisedApi.write(all))).isEqualTo(all);
    }

    private SortedMap<String, String> signatures(String name, String source) throws Exception {
        Path classes = Files.createDirectories(directory.resolve(name));
        assertThat(JavaSources.compile(classes, source)).isEmpty();
        try (var loader = new URLClassLoader(new URL[] {classes.toUri().toURL()})) {
            List<String> names = PromisedApi.classNames(classes, "planted");
            return PromisedApi.signatures(loader, names);
        }
    }
}
