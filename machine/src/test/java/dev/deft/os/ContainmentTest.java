package dev.deft.os;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.deft.host.Bytes;
import dev.deft.host.ErrorCode;
import dev.deft.host.FileInfo;
import dev.deft.host.HostException;
import dev.deft.host.WorkspacePath;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/// What a call cannot be talked into.
@ParameterizedClass
@EnumSource(Trees.class)
class ContainmentTest {

    private static final String SECRET = "secret";

    private final Trees trees;
    @TempDir private Path temporary;
    private Path outside;
    private Bench bench;

    ContainmentTest(Trees trees) {
        this.trees = trees;
    }

    @BeforeEach
    void open() throws Exception {
        Path root = Files.createDirectory(temporary.resolve("root"));
        outside = Files.createDirectory(temporary.resolve("root-evil"));
        Files.writeString(outside.resolve("secret.txt"), SECRET);
        bench = Bench.of(root, trees);
        bench.put("src/a.txt", "a");
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void readsARelativeAndAnAbsolutePath() throws IOException {
        assertThat(bench.read("src/a.txt")).isEqualTo("a");
        assertThat(bench.read("./src//b/../a.txt")).isEqualTo("a");
        assertThat(bench.read(bench.root().resolve("src/a.txt").toString())).isEqualTo("a");
        assertThat(bench.files().resolve(bench.root().toString()).display()).isEqualTo(".");
        assertThat(bench.files().resolve("").display()).isEqualTo(".");
    }

    @Test
    void refusesPathsThatLeadOut() {
        for (String path :
                List.of(
                        "..",
                        "../root-evil/secret.txt",
                        "src/../../root-evil/secret.txt",
                        "missing/../../root-evil/secret.txt",
                        outside.resolve("secret.txt").toString(),
                        bench.root() + "-evil/secret.txt",
                        bench.root() + "/../root-evil/secret.txt",
                        "/etc/passwd",
                        "/proc/self/root/etc/passwd",
                        "/")) {
            assertThat(refused(path)).isEqualTo(ErrorCode.CAPABILITY_DENIED);
        }
    }

    @Test
    void refusesNulAndBrokenUnicode() {
        assertThat(refused("src/a.txt\0.png")).isEqualTo(ErrorCode.CAPABILITY_DENIED);
        assertThat(refused("src/\ud800")).isEqualTo(ErrorCode.INVALID_ARGUMENTS);
    }

    @Test
    void refusesLinksThatLeadOut() throws IOException {
        link("file", outside.resolve("secret.txt").toString());
        link("dir", outside.toString());
        link("up", "../root-evil");
        link("src/twice", "../up/secret.txt");
        link("proc", "/proc/self/root");
        for (String path :
                List.of(
                        "file",
                        "dir/secret.txt",
                        "up/secret.txt",
                        "src/twice",
                        "proc/etc/passwd")) {
            assertThat(refused(path)).as(path).isEqualTo(ErrorCode.CAPABILITY_DENIED);
            assertThat(refusedWrite(path)).as(path).isEqualTo(ErrorCode.CAPABILITY_DENIED);
        }
        assertThat(outside.resolve("secret.txt")).hasContent(SECRET);
        assertThat(refusedWrite("dir/new.txt")).isEqualTo(ErrorCode.CAPABILITY_DENIED);
        assertThat(outside).isDirectoryNotContaining("glob:**new.txt");
    }

    @Test
    void neverSaysWhereALinkLeads() throws IOException {
        link("file", outside.resolve("secret.txt").toString());
        assertThat(failure("file")).hasMessageNotContaining("evil").hasMessageContaining("file");
    }

    @Test
    void followsLinksInsideTheRoot() throws Exception {
        link("relative", "src/a.txt");
        link("absolute", bench.root().resolve("src").toString());
        link("src/back", "../absolute/a.txt");
        link("new", "src/made.txt");
        assertThat(bench.read("relative")).isEqualTo("a");
        assertThat(bench.read("absolute/a.txt")).isEqualTo("a");
        assertThat(bench.files().resolve("src/back").display()).isEqualTo("src/a.txt");
        bench.write("absolute/a.txt", "b");
        bench.write("relative", "c");
        bench.write("new", "made");
        assertThat(bench.root().resolve("relative")).isSymbolicLink();
        assertThat(bench.root().resolve("src/a.txt")).hasContent("c");
        assertThat(bench.root().resolve("src/made.txt")).hasContent("made");
    }

    @Test
    void givesUpOnACircleOfLinks() throws IOException {
        link("one", "two");
        link("two", "one");
        assertThat(failure("one"))
                .hasMessage(
                        "one goes through too many symbolic links; they may form a circle. Use the path of the file itself.");
    }

    @Test
    void judgesANewFileByItsNearestParent() throws Exception {
        link("way", outside.toString());
        assertThat(refusedWrite("way/x/y/z.txt")).isEqualTo(ErrorCode.CAPABILITY_DENIED);
        bench.write("deep/er/new.txt", "x");
        assertThat(bench.root().resolve("deep/er/new.txt")).hasContent("x");
    }

    @Test
    void opensNothingButWhatWasResolved() throws Exception {
        WorkspacePath resolved = bench.files().resolve("src/a.txt");
        Files.move(bench.root().resolve("src"), bench.root().resolve("moved"));
        link("src", outside.toString());
        Files.writeString(outside.resolve("a.txt"), SECRET);
        HostException read =
                catchThrowableOfType(
                        HostException.class, () -> bench.files().load(resolved, Long.MAX_VALUE));
        HostException write =
                catchThrowableOfType(
                        HostException.class,
                        () ->
                                bench.files()
                                        .change(
                                                List.of(resolved),
                                                _ ->
                                                        Map.of(
                                                                resolved,
                                                                Optional.of(Bytes.of("bad")))));
        assertThat(read).isNotNull();
        assertThat(write).isNotNull();
        assertThat(outside.resolve("a.txt")).hasContent(SECRET);
    }

    @Test
    void readsButDoesNotWriteAFileWithSeveralLinks() throws Exception {
        Files.createLink(bench.root().resolve("linked.txt"), outside.resolve("secret.txt"));
        assertThat(bench.read("linked.txt")).isEqualTo(SECRET);
        HostException refusal =
                catchThrowableOfType(
                        HostException.class, () -> bench.write("linked.txt", "changed"));
        assertThat(Bench.refusal(refusal))
                .isEqualTo(
                        "capability_denied: linked.txt has 2 hard links, and its content may belong to others. To break the link, copy it and move the copy over it: cp -p linked.txt linked.txt.new && mv linked.txt.new linked.txt");
        assertThat(outside.resolve("secret.txt")).hasContent(SECRET);
    }

    @Test
    void neitherReadsNorWritesPipesSocketsAndDevices() throws Exception {
        Process mkfifo =
                new ProcessBuilder("mkfifo", bench.root().resolve("pipe").toString()).start();
        assertThat(mkfifo.waitFor()).isZero();
        Path socket = bench.root().resolve("socket");
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            for (String path : List.of("pipe", "socket")) {
                assertThat(refused(path)).as(path).isEqualTo(ErrorCode.CAPABILITY_DENIED);
                assertThat(refusedWrite(path)).as(path).isEqualTo(ErrorCode.CAPABILITY_DENIED);
            }
        }
        Process mknod =
                new ProcessBuilder("mknod", bench.root().resolve("zero").toString(), "c", "1", "5")
                        .start();
        if (mknod.waitFor() == 0) {
            assertThat(refused("zero")).isEqualTo(ErrorCode.CAPABILITY_DENIED);
        }
    }

    @Test
    void keepsOutOfWhatTheScopeRefuses() throws Exception {
        PathScope scope =
                new PathScope() {
                    @Override
                    public boolean mayRead(String path) {
                        return !path.startsWith("src/private");
                    }

                    @Override
                    public boolean mayWrite(String path) {
                        return path.startsWith("src/");
                    }
                };
        bench.put("src/private/key.txt", SECRET);
        link("alias", "src/private");
        try (Bench narrow = Bench.of(bench.root(), trees, scope)) {
            for (String path : List.of("src/private/key.txt", "alias/key.txt")) {
                WorkspacePath file = narrow.files().resolve(path);
                HostException refusal =
                        catchThrowableOfType(
                                HostException.class, () -> narrow.files().load(file, 10));
                assertThat(refusal.code()).isEqualTo(ErrorCode.CAPABILITY_DENIED);
                assertThat(
                                catchThrowableOfType(
                                        HostException.class, () -> narrow.files().info(file)))
                        .isNotNull();
            }
            assertThat(narrow.files().list(narrow.files().resolve("src")))
                    .extracting(FileInfo::name)
                    .containsExactly("a.txt");
            assertThat(
                            catchThrowableOfType(
                                            HostException.class, () -> narrow.write("top.txt", "x"))
                                    .code())
                    .isEqualTo(ErrorCode.CAPABILITY_DENIED);
            assertThat(failureMessage(narrow, "src/key.txt")).doesNotContain("private");
        }
    }

    @Test
    void refusesEverythingOnceTheCallIsOver() throws Exception {
        WorkspacePath file = bench.files().resolve("src/a.txt");
        var opened = bench.files().open(file);
        assertThat(opened.read(0, 10).text(UTF_8)).isEqualTo("a");
        bench.files().close();
        assertThat(refused("src/a.txt")).isEqualTo(ErrorCode.ABORTED);
        assertThat(catchThrowableOfType(HostException.class, () -> opened.read(0, 1)).code())
                .isEqualTo(ErrorCode.ABORTED);
    }

    private void link(String path, String target) throws IOException {
        Files.createSymbolicLink(bench.root().resolve(path), Path.of(target));
    }

    private ErrorCode refused(String path) {
        return failure(path).code();
    }

    private HostException failure(String path) {
        HostException failure = catchThrowableOfType(HostException.class, () -> bench.read(path));
        assertThat(failure).as(path).isNotNull();
        return failure;
    }

    private static String failureMessage(Bench bench, String path) {
        return String.valueOf(
                catchThrowableOfType(HostException.class, () -> bench.read(path)).getMessage());
    }

    private ErrorCode refusedWrite(String path) {
        HostException failure =
                catchThrowableOfType(HostException.class, () -> bench.write(path, "bad"));
        assertThat(failure).as(path).isNotNull();
        return failure.code();
    }
}
