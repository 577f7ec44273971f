package dev.deft.app;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.FakeCheckout.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
class CheckScriptTest {

    @TempDir Path directory;

    private FakeCheckout checkout;

    @BeforeEach
    void freshClone() throws IOException {
        checkout = new FakeCheckout(directory);
    }

    @Test
    void endsWithTheSumOfAllReports() throws Exception {
        report("A", 5, 0, 0, 1);
        report("B", 2, 0, 0, 0);
        Ran ran = checkout.script("check");
        assertThat(ran.out()).endsWith("\n6 passed, 0 failed, 1 skipped\n");
        assertThat(ran.code()).isZero();
    }

    @Test
    void countsErrorsAsFailuresAndShowsWhatFailed() throws Exception {
        report("A", 5, 1, 2, 0);
        checkout.write(
                "../reports/A.txt",
                "\n\n\nTests run: 5\nA.b -- <<< FAILURE!\nexpected a sentence\n");
        Ran ran = checkout.script("check", "--fast");
        assertThat(ran.out())
                .contains("expected a sentence")
                .endsWith("\n2 passed, 3 failed, 0 skipped\n");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void namesTheTestsThatPassedOnlyWhenTheyWereRunAgain() throws Exception {
        checkout.write(
                "../reports/TEST-A.xml",
                """
                <testsuite name="A" tests="3" errors="0" skipped="0" failures="1" flakes="1">
                  <testcase name="a" classname="A" time="0.1">
                    <failure message="never right"/>
                    <rerunFailure message="never right" type="Wrong">
                      <stackTrace><![CDATA[Wrong: never right
                ]]></stackTrace>
                    </rerunFailure>
                  </testcase>
                  <testcase name="b(int)[2]" classname="A" time="0.1">
                    <flakyError message="at first" type="Wrong">
                      <stackTrace><![CDATA[Wrong: not right at first
                ]]></stackTrace>
                    </flakyError>
                  </testcase>
                  <testcase name="c" classname="A" time="0.1"/>
                </testsuite>
                """);
        Ran ran = checkout.script("check");
        assertThat(ran.out())
                .containsSubsequence(
                        "passed only when it was run again: A.b(int)[2]\n",
                        "    Wrong: not right at first\n")
                .doesNotContain("never right")
                .endsWith("\n2 passed, 1 failed, 0 skipped\n");
    }

    @Test
    void isNotSatisfiedByNoTestsAtAll() throws Exception {
        Ran ran = checkout.script("check");
        assertThat(ran.out()).endsWith("\n0 passed, 0 failed, 0 skipped\n");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void countsNothingOfAnEarlierRunWhenTheBuildFails() throws Exception {
        report("A", 5, 0, 0, 0);
        checkout.script("check");
        checkout.write("../broken", "");
        Ran ran = checkout.script("check");
        assertThat(ran.out())
                .contains("planted mistake")
                .endsWith("\n0 passed, 0 failed, 0 skipped\n");
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void buildsAgainWhenADownloadBrokeOff() throws Exception {
        report("A", 5, 0, 0, 0);
        checkout.write("../offline", "");
        Ran ran = checkout.script("check");
        assertThat(ran.out())
                .contains("check: a download failed; trying again in 5 s\n")
                .endsWith("\n5 passed, 0 failed, 0 skipped\n");
        assertThat(ran.code()).isZero();
        assertThat(checkout.builds()).isEqualTo(2);
    }

    /// A script starts what it puts into the background so that it ignores interrupts.
    @Test
    void letsTestsInterruptTheirProcessesWhenItRunsInTheBackground() throws Exception {
        checkout.program("mvn", "#!/bin/sh\n: >\"$0.began\"\nkill -INT $$\n: >\"$0.ignored\"\n");
        checkout.run("sh", "-c", checkout.root().resolve("check") + " & wait");
        assertThat(directory.resolve("bin/mvn.began")).exists();
        assertThat(directory.resolve("bin/mvn.ignored")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"3, 0", "4, 1"})
    void triesThreeTimesToInstallWhatTestsNeed(int succeedsAt, int code) throws Exception {
        report("A", 5, 0, 0, 0);
        checkout.write("app/src/test/node/package.json", "{}");
        checkout.write("app/src/test/node/package-lock.json", "{}");
        checkout.program(
                "npm",
                """
                #!/bin/sh
                echo "$*" >>"${0%%/*}/log"
                [ "$(wc -l <"${0%%/*}/log")" -ge %d ]
                """
                        .formatted(succeedsAt));
        Ran ran = checkout.script("check");
        assertThat(ran.out())
                .contains("check: npm failed; trying again in 5 s\n")
                .contains("check: npm failed; trying again in 20 s\n")
                .endsWith(
                        code == 0
                                ? "\n5 passed, 0 failed, 0 skipped\n"
                                : "check: npm could not install what app/src/test/node/package-lock.json names\n");
        assertThat(ran.code()).isEqualTo(code);
    }

    @Test
    void countsTheMutantsOfAPackageAndListsTheSurvivors() throws Exception {
        mutants(17, 3);
        Ran ran = checkout.script("check", "--mutants", "schema");
        assertThat(ran.out())
                .matches(
                        """
                        schema +17/20 +85\\.0 % +\\d+ s
                        0 of 1 packages below 85 %; survivors are in target/mutants
                        """);
        assertThat(ran.code()).isZero();
        assertThat(checkout.root().resolve("target/mutants/schema.txt"))
                .hasContent(
                        """
                        schema.Shape:9 <init>: replaced return value with "" (no test reaches it)
                        schema.Shape:10 <init>: replaced return value with "" (no test reaches it)
                        schema.Shape:11 <init>: replaced return value with "" (no test reaches it)
                        """);
    }

    @Test
    void failsWhenTooManyMutantsOfAPackageSurvive() throws Exception {
        mutants(169, 31);
        Ran ran = checkout.script("check", "--mutants", "schema", "guard");
        assertThat(ran.out())
                .matches(
                        """
                        schema +169/200 +84\\.5 % +\\d+ s  below 85 %
                        guard +169/200 +84\\.5 % +\\d+ s  below 85 %
                        2 of 2 packages below 85 %; survivors are in target/mutants
                        """);
        assertThat(ran.code()).isEqualTo(1);
    }

    @Test
    void isNotSatisfiedByNoMutantsAtAll() throws Exception {
        mutants(20, 0);
        checkout.script("check", "--mutants", "schema");
        checkout.write("../broken", "");
        Ran ran = checkout.script("check", "--mutants", "schema");
        assertThat(ran.out())
                .contains("planted mistake")
                .contains("check: no mutants of schema were tested")
                .endsWith("\n1 of 1 packages below 85 %; survivors are in target/mutants\n");
        assertThat(ran.code()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--quick",
                "fast",
                "",
                "--fast --deep",
                "--mutants --deep",
                "--mutants output",
                "--fast schema",
                "schema --mutants"
            })
    void answersBadUsageWithOneLine(String arguments) throws Exception {
        Ran ran = checkout.script("check", arguments.split(" "));
        assertThat(ran.err()).startsWith("check: ").hasLineCount(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.code()).isEqualTo(2);
    }

    private void mutants(int killed, int survived) throws IOException {
        checkout.write(
                "../pit-reports/mutations.xml",
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<mutations>\n"
                        + "<mutation detected='true' status='KILLED'/>\n".repeat(killed)
                        + IntStream.iterate(survived + 8, it -> it - 1)
                                .limit(survived)
                                .mapToObj(CheckScriptTest::survivor)
                                .collect(joining())
                        + "</mutations>\n");
    }

    private static String survivor(int line) {
        return """
        <mutation detected='false' status='NO_COVERAGE'><sourceFile>Shape.java</sourceFile>\
        <mutatedClass>dev.deft.schema.Shape</mutatedClass><mutatedMethod>&lt;init&gt;</mutatedMethod>\
        <lineNumber>%d</lineNumber><description>replaced return value with &quot;&quot;</description></mutation>
        """
                .formatted(line);
    }

    private void report(String name, int tests, int failures, int errors, int skipped)
            throws IOException {
        checkout.write(
                "../reports/TEST-%s.xml".formatted(name),
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuite name="%s" time="1.5" tests="%d" errors="%d" skipped="%d" failures="%d">
                  <system-out><![CDATA[<testsuite tests="100" failures="100">]]></system-out>
                </testsuite>
                """
                        .formatted(name, tests, errors, skipped, failures));
    }
}
