package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The JDK's own code for switches and records is the judge of what the launcher puts in its place.
@Tag("slow")
class DesugarTest {

    private static final String MAIN_CLASS = "dev/deft/app/Main.class";

    /// Prints what switches over types choose, whether records are equal, and what lambdas return.
    /// All is in one class, since the stand-in for Maven takes one.
    private static final String PROGRAM =
            """
            package dev.deft.app;

            import java.io.FileFilter;
            import java.util.*;
            import java.util.concurrent.*;
            import java.util.function.*;

            public record Main(
                    boolean flag, byte tiny, char sign, short little, int whole, long large,
                    float single, double twice, String text, List<Object> some, int[] raw) {

                static final List<Object> VALUES = new ArrayList<>();

                static String kind(Object it) {
                    return switch (it) {
                        case null -> "null";
                        case Main(boolean flag, byte _, char _, short _, int whole, long _,
                                float _, double _, String text, var _, var _)
                                when flag && whole > 1 -> "main " + text;
                        case Main main when main.text() == null -> "without text";
                        case Main _ -> "other main";
                        case Integer number when number > 5 -> "many";
                        case Integer _ -> "few";
                        case CharSequence text when text.isEmpty() -> "empty";
                        case String text -> "text " + text;
                        case CharSequence _ -> "characters";
                        case int[] numbers -> "numbers " + numbers.length;
                        case List<?> list when list.size() > 1 -> "list of " + kind(list.getFirst());
                        case List<?> _ -> "short list";
                        default -> "something";
                    };
                }

                static String constant(Object it) {
                    return switch (it) {
                        case String text when text.length() > 3 -> "long";
                        case Thread.State state when state == Thread.State.NEW -> "new";
                        case Thread.State _ -> "state";
                        default -> "no state";
                    };
                }

                static String named(Thread.State it) {
                    return switch (it) {
                        case NEW -> "new";
                        case Thread.State other when other.ordinal() > 2 -> "late";
                        case Thread.State _ -> "early";
                    };
                }

                static int calls;

                static long longOf(String text) {
                    return text.length() + ++calls;
                }

                private Supplier<String> bound(char more, long much) {
                    return () -> text + sign + more + much + flag;
                }

                static void lambdas(Main main, Object captured, boolean yes, double half) {
                    List<Object> seen = new ArrayList<>();
                    Function<String, Integer> size = String::length;
                    UnaryOperator<String> twice = it -> it + it;
                    ToLongFunction<String> longs = Main::longOf;
                    Function<String, Long> boxed = Main::longOf;
                    ToIntFunction<Integer> unboxed = Integer::intValue;
                    IntFunction<int[]> array = int[]::new;
                    Supplier<List<Object>> list = ArrayList::new;
                    Function<String, StringBuilder> builder = StringBuilder::new;
                    Consumer<Object> add = seen::add;
                    BiFunction<Object, Float, String> both = (a, b) -> a + "/" + b + captured + half;
                    Predicate<Object> same = captured::equals;
                    BooleanSupplier flags = () -> yes;
                    LongBinaryOperator sum = Long::sum;
                    Comparator<String> order = String::compareTo;
                    Callable<Object> call = () -> {
                        Runnable inner = () -> seen.add("inner" + captured);
                        inner.run();
                        return inner instanceof Runnable;
                    };
                    Supplier<Runnable> nested = () -> () -> seen.add(yes ? half : captured);
                    ThreadFactory threads = Thread::new;
                    FileFilter files = it -> it.getName().isEmpty();
                    ToLongFunction<String> widened = String::length;
                    Runnable both2 = (Runnable & java.io.Serializable) () -> seen.add("kept");
                    add.accept(size.apply("four"));
                    add.accept(twice.andThen(size).apply("ab"));
                    add.accept(longs.applyAsLong("x") + boxed.apply("y"));
                    add.accept(unboxed.applyAsInt(7) + array.apply(3).length + list.get().size());
                    add.accept(builder.apply("built").reverse().toString());
                    add.accept(both.apply(null, 1.5f));
                    add.accept(same.negate().or(it -> it == null).test(captured));
                    add.accept(flags.getAsBoolean());
                    add.accept(sum.applyAsLong(1L << 40, 2));
                    add.accept(order.reversed().compare("a", "b"));
                    add.accept(widened.applyAsLong("wide"));
                    nested.get().run();
                    both2.run();
                    add.accept(threads.newThread(() -> {}).getName().isEmpty());
                    add.accept(files.accept(new java.io.File("")));
                    add.accept(main.bound('c', 5).get());
                    try {
                        add.accept(call.call());
                        Function<Object, Integer> raw = (Function<Object, Integer>) (Function) size;
                        raw.apply(3);
                    } catch (ClassCastException e) {
                        add.accept("not a string");
                    } catch (Exception e) {
                        add.accept(e);
                    }
                    System.out.println(seen);
                }

                public static void main(String[] args) {
                    if (args.length > 0) return;
                    lambdas(make(true, 2, 1, 1, "x", null, null), "kept", true, 0.5);
                    lambdas(make(false, 2, 1, 1, "y", null, null), 9, false, -0.5);
                    int[] raw = {1};
                    List<Object> list = List.of("a", "b");
                    for (float single : new float[] {0f, -0f, Float.NaN, 1}) {
                        for (double twice : new double[] {0, -0d, Double.NaN}) {
                            VALUES.add(make(true, 2, single, twice, "x", list, raw));
                        }
                    }
                    VALUES.add(make(true, 2, 1, 1, "x", List.of("a", "b"), raw));
                    VALUES.add(make(true, 2, 1, 1, "x", List.of("a", "b"), raw));
                    VALUES.add(make(true, 2, 1, 1, "x", List.of("a", "b"), new int[] {1}));
                    VALUES.add(make(true, 1, 1, 1, "x", null, null));
                    VALUES.add(make(false, 2, 1, 1, null, null, null));
                    VALUES.add(make(false, 2, 1, 1, null, null, null));
                    VALUES.add(new Main(
                            true, (byte) 1, 'a', (short) 1, 2, 1L << 40, 1, 1, "x", null, null));
                    VALUES.addAll(List.of(
                            4, 6, "", "text", new StringBuilder(), new StringBuilder("x"), raw, list,
                            List.of(), 5L, Thread.State.NEW, Thread.State.BLOCKED, "long text"));
                    System.out.println(kind(null));
                    for (Object one : VALUES) {
                        System.out.println(kind(one) + ", " + constant(one));
                        for (Object other : VALUES) {
                            System.out.print(one.equals(other) ? "=" : ".");
                        }
                        System.out.println(one.equals(null));
                    }
                    for (Thread.State state : Thread.State.values()) {
                        System.out.println(named(state));
                    }
                    System.out.println(((Main) VALUES.get(16)).hashCode());
                    System.out.println(new Main(
                            false, (byte) -3, 'x', (short) 9, -7, 1L << 33, 2.5f, -0d, "text",
                            List.of(1, "two"), null).hashCode());
                    try {
                        constant(null);
                    } catch (NullPointerException e) {
                        System.out.println("no null");
                    }
                }

                static Main make(
                        boolean flag, int whole, float single, double twice, String text,
                        List<Object> some, int[] raw) {
                    return new Main(
                            flag, (byte) 1, 'a', (short) 1, whole, 1, single, twice, text, some, raw);
                }
            }
            """;

    @TempDir Path directory;

    private FakeCheckout checkout;

    @BeforeEach
    void freshClone() throws IOException {
        checkout = new FakeCheckout(Files.createDirectory(directory.resolve("place")));
    }

    @Test
    void changesNothingThatAProgramDoes() throws Exception {
        checkout.program(PROGRAM);

        assertThat(checkout.script("deft").out()).isEqualTo(byTheJdk()).contains("main x", "=");
        assertThat(generatedAtRunTime()).isEmpty();
    }

    @Test
    void isDoneToAModuleThatIsCompiledAlone() throws Exception {
        checkout.script("deft");
        checkout.write(FakeCheckout.MAIN, PROGRAM);

        assertThat(checkout.script("deft").out()).isEqualTo(byTheJdk());
        assertThat(generatedAtRunTime()).isEmpty();
    }

    private String byTheJdk() throws Exception {
        Path classes = Files.createDirectories(directory.resolve("plain"));
        assertThat(JavaSources.compile(classes, PROGRAM)).isEmpty();
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return checkout.run(java, "-cp", classes.toString(), "dev.deft.app.Main").out();
    }

    /// The methods that still leave to the JDK what could stand in the class.
    private List<String> generatedAtRunTime() throws IOException {
        try (var jar = new JarFile(checkout.root().resolve(FakeCheckout.BUILT).toFile());
                InputStream main = jar.getInputStream(jar.getEntry(MAIN_CLASS))) {
            return ClassFile.of().parse(main.readAllBytes()).methods().stream()
                    .filter(DesugarTest::isGeneratedAtRunTime)
                    .map(it -> it.methodName().stringValue())
                    .filter(it -> !it.equals("toString") && !it.equals("named"))
                    .filter(it -> !it.equals("$deserializeLambda$"))
                    .toList();
        }
    }

    private static boolean isGeneratedAtRunTime(MethodModel method) {
        return method.code().stream()
                .flatMap(it -> Stream.of(it.elementList().toArray()))
                .anyMatch(it ->
                        it instanceof InvokeDynamicInstruction call
                                && call.bootstrapMethod()
                                        .owner()
                                        .packageName()
                                        .equals("java.lang.runtime"));
    }
}
