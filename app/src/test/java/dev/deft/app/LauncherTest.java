package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.FakeCheckout.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class LauncherTest {

    @TempDir Path directory;

    private FakeCheckout checkout;

    @BeforeEach
    void freshClone() throws IOException {
        checkout = new FakeCheckout(Files.createDirectory(directory.resolve("it's a place")));
    }

    @Test
    void buildsOnTheFirstStartAloneAndKeepsStdoutClean() throws Exception {
        checkout.useRealJdk();
        Ran first = checkout.script("deft", "a");
        assertThat(first.out()).isEqualTo("[a]\n");
        assertThat(first.err()).contains("building app", "preparing a fast start", "built in");
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
        assertThat(checkout.builds()).isEqualTo(1);
        assertThat(cache()).isRegularFile();
    }

    @Test
    void buildsAgainWhenASourceIsEditedAddedOrDeleted() throws Exception {
        checkout.script("deft");
        checkout.write("tools/src/main/java/A.java", "// edited");
        checkout.script("deft");
        checkout.write("tools/src/main/java/B.java", "");
        checkout.script("deft");
        Files.delete(checkout.root().resolve("tools/src/main/java/B.java"));
        checkout.script("deft");
        checkout.write("agent/pom.xml", "<!-- edited -->");
        checkout.script("deft");
        assertThat(checkout.builds()).isEqualTo(5);
    }

    @Test
    void buildsAgainWhenAnOlderFileTakesThePlaceOfASource() throws Exception {
        checkout.script("deft");
        Path source = checkout.root().resolve("api/src/main/java/A.java");
        Files.setLastModifiedTime(source, FileTime.fromMillis(0));
        checkout.script("deft");
        assertThat(checkout.builds()).isEqualTo(2);
    }

    @Test
    void buildsNothingWhenOnlyATestChanged() throws Exception {
        checkout.script("deft");
        checkout.write("tools/src/test/java/ATest.java", "");
        checkout.script("deft");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void handsOverArgumentsInputAndExitCodeThroughASymbolicLink() throws Exception {
        Path link = directory.resolve("link");
        Files.createSymbolicLink(link, checkout.root().resolve("deft"));
        Ran ran =
                checkout.run(
                        "sh",
                        "-c",
                        "printf in | \"$0\" \"$@\"",
                        link.toString(),
                        "a b",
                        "*",
                        "",
                        "$x");
        assertThat(ran.out()).isEqualTo("[a b, *, , $x]\nin");
        assertThat(ran.code()).isEqualTo(7);
    }

    @Test
    void buildsOnceForTwoFirstStartsAtTheSameTime() throws Exception {
        String deft = checkout.root().resolve("deft").toString();
        List<Process> both = List.of(checkout.start(deft, "a"), checkout.start(deft, "b"));
        assertThat(FakeCheckout.result(both.getFirst()).out()).isEqualTo("[a]\n");
        assertThat(FakeCheckout.result(both.getLast()).out()).isEqualTo("[b]\n");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void tellsWhyABuildFailedAndTriesAgain() throws Exception {
        checkout.write("../broken", "");
        Ran ran = checkout.script("deft");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains("planted mistake", "target/launch/build.log");
        Files.delete(checkout.root().resolve("../broken").normalize());
        assertThat(checkout.script("deft").code()).isEqualTo(7);
    }

    @Test
    void startsWithABrokenCacheAndWithoutOne() throws Exception {
        checkout.useRealJdk();
        checkout.script("deft");
        Files.writeString(cache(), "not a cache");
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
        Files.delete(cache());
        assertThat(checkout.script("deft", "a")).isEqualTo(new Ran(7, "[a]\n", ""));
    }

    @Test
    void renewsTheCacheAloneForAnotherJdk() throws Exception {
        checkout.script("deft");
        checkout.useRealJdk();
        assertThat(checkout.script("deft").err())
                .contains("preparing a fast start")
                .doesNotContain("building");
        assertThat(checkout.builds()).isEqualTo(1);
    }

    @Test
    void buildsItselfAnewWhereACheckoutWasCopiedTo() throws Exception {
        checkout.script("deft");
        Path copy = directory.resolve("copy");
        checkout.run("cp", "-r", checkout.root().toString(), copy.toString());
        checkout.run(copy.resolve("deft").toString());
        assertThat(checkout.builds()).isEqualTo(2);
    }

    private Path cache() throws IOException {
        try (Stream<Path> files = Files.walk(checkout.root().resolve("target/launch"))) {
            return files.filter(it -> it.endsWith("deft.aot")).findFirst().orElseThrow();
        }
    }
}
