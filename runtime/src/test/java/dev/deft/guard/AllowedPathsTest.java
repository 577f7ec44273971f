package dev.deft.guard;

import static dev.deft.guard.GuardedCall.read;
import static dev.deft.guard.GuardedCall.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.ErrorCode;
import dev.deft.run.Verdict;
import dev.deft.tool.Touch;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AllowedPathsTest {

    private static final Path ROOT = Path.of("/work/project");
    private static final Verdict ALLOWED = new Verdict.Allow("Within the allowed paths.");

    private final AllowedPaths gate =
            new AllowedPaths(
                    ROOT, List.of("src", "/work/project/docs/a.md", "./odd[1]", "../other"));

    private Verdict judge(Touch... touches) {
        return gate.judge(GuardedCall.of("fixture").touching(touches));
    }

    private static Verdict denied(String what) {
        return new Verdict.Deny(
                ErrorCode.PERMISSION_DENIED,
                what
                        + " is outside the allowed paths: src, /work/project/docs/a.md, ./odd[1], ../other.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"src", "src/a", "src/a/b.txt", "src/**", "docs/a.md", "odd[1]/x"})
    void allowsTheListedPathsAndAllBelowThem(String path) {
        assertThat(judge(read(path), write(path))).isEqualTo(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                "srcs",
                "sub/src/a",
                "docs/b.md",
                "docs",
                "odd1/x",
                "**",
                "../other/a",
                "/etc"
            })
    void deniesAllOtherPaths(String path) {
        assertThat(judge(read("src/a"), read(path))).isEqualTo(denied("fs.read of " + path));
        assertThat(judge(write(path))).isEqualTo(denied("fs.write of " + path));
    }

    @Test
    void allowsReadingTheFullTextOfTruncatedResults() {
        assertThat(judge(read(".deft/sessions/s/call-1.txt"))).isEqualTo(ALLOWED);
        assertThat(judge(write(".deft/sessions/s/call-1.txt")))
                .isEqualTo(denied("fs.write of .deft/sessions/s/call-1.txt"));
        assertThat(judge(read(".deft/sessions/s.jsonl")))
                .isEqualTo(denied("fs.read of .deft/sessions/s.jsonl"));
    }

    @Test
    void allowsHostsAndNames() {
        assertThat(judge(Touch.fetching("example.org"), Touch.naming("HOME"))).isEqualTo(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"make", "echo x > src/a", "$x"})
    void allowsCommandsWhoseRedirectionsStayInside(String script) {
        assertThat(judge(Touch.running(script))).isEqualTo(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"echo x > a", "cat < docs/b.md", "ls; cd src; echo > ../a"})
    void deniesCommandsWhoseRedirectionsLeadOutside(String script) {
        assertThat(judge(Touch.running(script))).isEqualTo(denied("shell.run of " + script));
    }

    @Test
    void resolvesRedirectionsAgainstTheWorkingDirectoryOfTheCall() {
        GuardedCall call = GuardedCall.of("bash").with("workdir", "src");

        assertThat(gate.judge(call.touching(Touch.running("echo x > a")))).isEqualTo(ALLOWED);
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "/work/project", "src/.."})
    void allowsEverythingInTheRootWhenTheRootIsListed(String listed) {
        var all = new AllowedPaths(ROOT, List.of(listed));

        assertThat(all.judge(GuardedCall.of("fixture").touching(read("a/b"), write("c"))))
                .isEqualTo(ALLOWED);
    }

    @Test
    void isCalledPaths() {
        assertThat(gate.name()).isEqualTo("paths");
    }
}
