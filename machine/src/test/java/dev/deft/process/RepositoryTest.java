package dev.deft.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Shell;
import dev.deft.policy.Policy.SandboxMode;
import dev.deft.proxy.NetworkReach;
import dev.deft.sandbox.ResourceLimits;
import dev.deft.sandbox.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What a command leaves in a repository, and what git runs of it outside, for the person.
class RepositoryTest {

    @TempDir Path root;
    @TempDir Path outside;

    @BeforeEach
    void makeARepository() throws Exception {
        git(root, "init", "-q");
    }

    private ShellFixture desk(Tier tier) throws IOException {
        return ShellFixture.with(
                Set.of(tier),
                root,
                SandboxMode.REQUIRED,
                NetworkReach.none(),
                ResourceLimits.USUAL);
    }

    private void git(Path directory, String... words) throws Exception {
        List<String> line = new ArrayList<>(List.of("git", "-C", directory.toString()));
        line.addAll(List.of("-c", "user.name=a", "-c", "user.email=a@example.org"));
        line.addAll(List.of(words));
        var builder = new ProcessBuilder(line).redirectErrorStream(true);
        builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("HOME", outside.toString());
        builder.environment().put("GIT_CONFIG_NOSYSTEM", "1");
        builder.start().waitFor();
    }

    /// Each makes git run `$RUN` where nothing holds it back.
    private static Stream<Arguments> tricks() {
        List<String> scripts =
                List.of(
                        "mv .git x; cp -r x y; git config -f y/config core.fsmonitor \"$RUN\"; echo 'gitdir: y' > .git",
                        "cp -r .git y; git config -f y/config core.fsmonitor \"$RUN\"; echo ../y > .git/commondir",
                        "cp -r .git y; git config -f y/config core.fsmonitor \"$RUN\"; mkdir -p inner; ln -s ../y inner/.git",
                        "cp -r .git y; git config -f y/config core.fsmonitor \"$RUN\"; mkdir -p inner; echo 'gitdir: ../y' > inner/.git",
                        "git init -q inner; git -C inner config core.fsmonitor \"$RUN\"",
                        "git init -q logs/inner; git -C logs/inner config core.fsmonitor \"$RUN\"",
                        "git init -q inner; git config -f c core.fsmonitor \"$RUN\"; git -C inner config include.path ../../c",
                        "git init -q inner; git -C inner config extensions.worktreeConfig true; git -C inner config --worktree core.fsmonitor \"$RUN\"",
                        "git init -q inner; printf '[core] fsmonitor = %s\\n' \"$RUN\" >> inner/.git/config",
                        "git init -q inner; printf '[core]\\neol = lf\\\\\\n\\nfsmonitor = %s\\n' \"$RUN\" >> inner/.git/config",
                        "git init -q inner; printf '#!/bin/sh\\n%s\\n' \"$RUN\" > inner/.git/hooks/pre-commit; chmod +x inner/.git/hooks/pre-commit",
                        "git init -q inner; rm -r inner/.git/hooks; mkdir h; printf '#!/bin/sh\\n%s\\n' \"$RUN\" > h/pre-commit; chmod +x h/pre-commit; ln -s ../../h inner/.git/hooks",
                        "git init -q inner; git -C inner -c user.name=a -c user.email=a commit -q --allow-empty -m x; git -C inner worktree add -q ../wt; cp -r inner/.git y; git config -f y/config core.fsmonitor \"$RUN\"; echo ../../../../y > inner/.git/worktrees/wt/commondir");
        return scripts.stream()
                .flatMap(it ->
                        Stream.of(Tier.BUBBLEWRAP, Tier.LANDLOCK)
                                .map(tier -> Arguments.of(tier, it)));
    }

    @ParameterizedTest
    @MethodSource("tricks")
    void runsNothingOfWhatACommandPutThere(Tier tier, String script) throws Exception {
        Path ran = outside.resolve("ran");
        try (var desk = desk(tier)) {
            Shell.Result ended = desk.run("RUN='touch %s; false'; %s".formatted(ran, script));
            assertThat(ended.sandbox()).isEqualTo(tier.wire());
        }
        for (String name : List.of(".", "inner", "logs/inner", "wt")) {
            Path directory = root.resolve(name);
            if (Files.isDirectory(directory)) {
                git(directory, "status");
                git(directory, "commit", "--allow-empty", "-m", "x");
            }
        }
        assertThat(ran).doesNotExist();
    }

    @Test
    void isUsedAsAlways() throws Exception {
        Files.writeString(root.resolve("file"), "one\n");
        git(root, "add", "file");
        git(root, "commit", "-qm", "one");
        try (var desk = desk(Tier.BUBBLEWRAP)) {
            Shell.Result ended =
                    desk.run(
                            "set -e; export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b;"
                                    + " git checkout -q -b other; echo two >> file; git commit -qam two; git stash list;"
                                    + " echo three >> file; git stash -q; git stash pop -q; git commit -qam three;"
                                    + " git rebase -q HEAD~1; git gc -q; git tag t; git worktree add -q wt; git -C wt log --oneline | wc -l;"
                                    + " git clone -q . copy; git -C copy log --oneline | wc -l; git init -q fresh;"
                                    + " git -C fresh config user.name a; git -C fresh config user.email a@b; git -C fresh remote add origin https://example.org/x.git;"
                                    + " git -C fresh commit -q --allow-empty -m x; git status --porcelain");
            assertThat(ended.output().output()).isEqualTo("3\n3\n?? copy/\n?? fresh/\n?? wt/\n");
            assertThat(ended.exitCode()).isZero();
            assertThat(ended.note()).isEmpty();
            assertThat(desk.output("git -C wt status -s; git -C copy remote; git -C fresh remote"))
                    .isEqualTo("origin\norigin\n");
        }
    }
}
