package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.deft.host.HostException;
import dev.deft.host.Shell;
import dev.deft.policy.Ceiling;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.Rule;
import dev.deft.policy.RuleBook;
import dev.deft.policy.Scope;
import dev.deft.policy.SecretFiles;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.sandbox.LandlockRuleset;
import dev.deft.sandbox.Tier;
import dev.deft.sandbox.WorkspaceView;
import dev.deft.tool.RequirementSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Rules about files and the ceiling of an agent, as commands meet them.
class RestrictedFilesTest {

    @TempDir Path root;

    private RuleBook book = new RuleBook(List.of());

    private static RuleBook rules(String... lines) {
        return new RuleBook(Stream.of(lines).map(it -> Rule.parse(Scope.MANIFEST, it)).toList());
    }

    private ShellFixture desk(Tier tier, RequirementSet ceiling, String... rules)
            throws IOException {
        assumeTrue(
                tier != Tier.LANDLOCK || LandlockRuleset.missing().isEmpty(),
                "this kernel has no Landlock we can use");
        book = rules(rules);
        return ShellFixture.bound(
                tier,
                root,
                new CommandFiles(
                        Ceiling.of(ceiling, PatternVariables.of(List.of(), List.of())),
                        book,
                        SecretFiles.in(root.toRealPath())));
    }

    private ShellFixture desk(Tier tier, String... rules) throws IOException {
        return desk(tier, RequirementSet.EVERYTHING, rules);
    }

    private void file(String name, String content) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private static void refused(ShellFixture desk, String script) throws Exception {
        Shell.Result ended = desk.run(script);
        assertThat(ended.exitCode()).as(script + "\n" + ended.output().output()).isNotZero();
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void hidesWhatMayNotBeRead(Tier tier) throws Exception {
        for (String rule :
                List.of(
                        "deny fs.read secrets/**",
                        "deny read secrets/**",
                        "ask fs.read secrets/**",
                        "deny * secrets/**",
                        "deny fs.read **/k.txt")) {
            file("secrets/deep/k.txt", "SECRET");
            file("open/a.txt", "open\n");
            file("open/link", "");
            try (var desk = desk(tier, rule)) {
                assertThat(
                                desk.output(
                                        "cat secrets/deep/k.txt open/../secrets/deep/k.txt; grep -r SECRET .; ln -s ../secrets/deep/k.txt open/l; cat open/l;"
                                                + " cp -r secrets open/copy; cat open/copy/deep/k.txt; ln secrets/deep/k.txt open/hard; cat open/hard; mv secrets open/moved; cat open/moved/deep/k.txt"))
                        .as(rule)
                        .doesNotContain("SECRET");
                assertThat(desk.output("cat open/a.txt")).isEqualTo("open\n");
                assertThat(desk.output("grep -r SECRET ."))
                        .as(rule + ", in the next command")
                        .doesNotContain("SECRET");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void hidesWhatAppearsLater(Tier tier) throws Exception {
        file("a/x", "x");
        try (var desk = desk(tier, "deny fs.read **/k.txt", "deny fs.read a/b/**")) {
            assertThat(desk.output("cat a/x")).isEqualTo("x");
            file("a/c/k.txt", "SECRET");
            file("a/b/any", "SECRET");
            assertThat(desk.output("cat a/c/k.txt a/b/any; grep -r SECRET ."))
                    .doesNotContain("SECRET");
        }
    }

    /// A pattern that says where something lies must not be escaped by moving what is around it.
    @Test
    void holdsWhatIsAroundAHiddenPlaceWhereItIs() throws Exception {
        file("config/prod/key", "SECRET");
        try (var desk = desk(Tier.BUBBLEWRAP, "deny fs.read config/prod/**")) {
            refused(desk, "mv config other");
            refused(desk, "mv config/prod other");
            assertThat(desk.output("cat other/prod/key other/key config/prod/key"))
                    .doesNotContain("SECRET");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void showsTheExceptionsToARule(Tier tier) throws Exception {
        file("secrets/k.txt", "SECRET");
        file("secrets/public.txt", "public\n");
        assumeTrue(
                tier != Tier.LANDLOCK || LandlockRuleset.missing().isEmpty(),
                "this kernel has no Landlock we can use");
        var some =
                new RuleBook(
                        List.of(
                                Rule.parse(Scope.PROJECT, "deny read secrets/**"),
                                Rule.parse(Scope.PROJECT, "allow read secrets/public.txt")));
        var files =
                new CommandFiles(
                        Ceiling.of(
                                RequirementSet.EVERYTHING,
                                PatternVariables.of(List.of(), List.of())),
                        some,
                        SecretFiles.NONE);
        try (var desk = ShellFixture.bound(tier, root, files)) {
            assertThat(desk.output("cat secrets/public.txt; cat secrets/k.txt 2>/dev/null"))
                    .isEqualTo("public\n");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void keepsWhatMayNotBeWritten(Tier tier) throws Exception {
        for (String rule :
                List.of(
                        "deny fs.write docs/**",
                        "deny write docs/**",
                        "deny edit docs/**",
                        "ask fs.write docs/**")) {
            file("docs/a.md", "mine");
            file("src/a", "a");
            try (var desk = desk(tier, rule)) {
                refused(desk, "echo x > docs/a.md");
                refused(desk, "echo x > docs/new");
                refused(desk, "rm docs/a.md");
                refused(desk, "mv docs src/docs");
                assertThat(desk.run("cat docs/a.md && echo x > src/b").exitCode()).isZero();
            }
            assertThat(root.resolve("docs/a.md")).hasContent("mine");
        }
    }

    @Test
    void movesAsideWhatACommandMakesWhereNothingMayBeWritten() throws Exception {
        file("src/a", "a");
        try (var desk = desk(Tier.BUBBLEWRAP, "deny fs.write **/*.lock", "deny fs.write docs/**")) {
            Shell.Result ended = desk.run("echo x > src/new.lock; mkdir docs; echo x > docs/a");
            assertThat(ended.note().orElse("")).contains("src/new.lock", "docs");
        }
        assertThat(root.resolve("src/new.lock")).doesNotExist();
        assertThat(root.resolve("docs")).doesNotExist();
        assertThat(root.resolve("src/a")).exists();
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void staysWithinTheCeiling(Tier tier) throws Exception {
        file("src/a", "a");
        file("a", "a");
        file("private/x", "SECRET");
        RequirementSet ceiling =
                RequirementSet.reading("src/**", "a")
                        .plus(RequirementSet.writing("src/**"))
                        .plus(RequirementSet.running("*"));
        try (var desk = desk(tier, ceiling)) {
            refused(desk, "cp a c");
            refused(desk, "echo x > a");
            refused(desk, "cat private/x");
            refused(desk, "mv src/a .");
            assertThat(desk.run("cp a src/c && cat src/c && mkdir src/d").exitCode()).isZero();
        }
        assertThat(root.resolve("c")).doesNotExist();
        assertThat(root.resolve("src/c")).hasContent("a");
    }

    @ParameterizedTest
    @EnumSource(names = {"BUBBLEWRAP", "LANDLOCK"})
    void hidesSecretsUntilARuleNamesThem(Tier tier) throws Exception {
        for (String secret :
                List.of(".env", ".env.local", "app/.env.production", "tls/server.key", "id_rsa")) {
            file(secret, "SECRET");
        }
        file(".env.example", "example\n");
        try (var desk = desk(tier, "allow fs.read **", "allow read **", "allow bash *")) {
            assertThat(
                            desk.output(
                                    "cat .env .env.local app/.env.production tls/server.key id_rsa; grep -rs SECRET ."))
                    .doesNotContain("SECRET");
            assertThat(desk.output("cat .env.example")).isEqualTo("example\n");
            book.add(Rule.parse(Scope.SESSION, "allow read .env"));
            book.add(Rule.parse(Scope.SESSION, "allow fs.read **/*.key"));
            assertThat(desk.output("cat .env tls/server.key; cat id_rsa 2>/dev/null"))
                    .isEqualTo("SECRETSECRET");
        }
        try (var desk = desk(tier, "allow * *")) {
            assertThat(desk.output("cat .env")).isEqualTo("SECRET");
        }
    }

    @Test
    void showsWhatGitHasOnRecordAsItIs() throws Exception {
        file(".env", "PUBLISHED");
        file("other/.env", "PUBLISHED");
        for (String version : List.of("2", "4")) {
            file("test/key.pem", "PUBLISHED");
            try (var desk = Tiers.desk(Tier.NONE, root)) {
                desk.run(
                        "git init -q .; git config index.version %s; git update-index --index-version %s; git add -f .; git rm -q --cached other/.env"
                                .formatted(version, version));
            }
            try (var desk = desk(Tier.BUBBLEWRAP, "allow fs.read **")) {
                assertThat(desk.output("cat .env test/key.pem; cat other/.env 2>/dev/null"))
                        .isEqualTo("PUBLISHEDPUBLISHED");
                file("test/key.pem", "SECRET");
                assertThat(desk.output("cat test/key.pem")).doesNotContain("SECRET");
            }
        }
    }

    @Test
    void refusesMoreThanCanBeMounted() throws Exception {
        for (int i = 0; i <= WorkspaceView.MAX_PLACES; i++) {
            Files.createFile(root.resolve(i + ".secret"));
        }
        try (var desk = desk(Tier.BUBBLEWRAP, "deny fs.read **/*.secret")) {
            assertThatThrownBy(() -> desk.run("true"))
                    .isInstanceOf(HostException.class)
                    .hasMessageContaining("too many for a sandbox");
        }
    }
}
