package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProjectRulesTest {

    private static final Rule RULE = new Rule(Scope.PROJECT, Action.ALLOW, "write", "src/**");

    @TempDir private Path home;

    @Test
    void storesRulesByWorkspace() throws Exception {
        ProjectRules.of(home, Path.of("/a")).store(RULE);
        ProjectRules.of(home, Path.of("/a")).store(RULE);

        assertThat(ProjectRules.of(home, Path.of("/a")).list()).containsExactly(RULE);
        assertThat(ProjectRules.of(home, Path.of("/b")).list()).isEmpty();
        assertThat(ProjectRules.of(home, Path.of("/a/b")).list()).isEmpty();
    }

    @Test
    void storesOnlyRulesOfTheProjectScope() throws Exception {
        ProjectRules.of(home, Path.of("/a"))
                .store(new Rule(Scope.SESSION, Action.ALLOW, "write", "x"));

        assertThat(ProjectRules.of(home, Path.of("/a")).list()).isEmpty();
    }

    @Test
    void losesNoRuleThatIsAddedConcurrently() throws Exception {
        List<Callable<Rule>> keepers = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            var rule = new Rule(Scope.PROJECT, Action.ALLOW, "write", "src" + i + "/**");
            keepers.add(() -> {
                ProjectRules.of(home, Path.of("/a")).store(rule);
                return rule;
            });
        }
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Future<Rule> kept : threads.invokeAll(keepers)) {
                kept.get();
            }
        }

        assertThat(ProjectRules.of(home, Path.of("/a")).list()).hasSize(24);
    }

    @Test
    void revokesARule() throws Exception {
        ProjectRules rules = ProjectRules.of(home, Path.of("/a"));
        rules.store(RULE);

        assertThat(rules.revoke(RULE)).isTrue();
        assertThat(rules.revoke(RULE)).isFalse();
        assertThat(rules.list()).isEmpty();
    }

    @Test
    void isPrivateAndNamesAnInvalidFile() throws Exception {
        ProjectRules rules = ProjectRules.of(home, Path.of("/a"));
        rules.store(RULE);
        Path file = onlyFile();

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.writeString(file, "{\"rules\": nonsense}");
        assertThatThrownBy(rules::list)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString());
    }

    @Test
    void storesRulesOfAVeryLongPath() throws Exception {
        Path root = Path.of("/" + "ä".repeat(300));
        ProjectRules.of(home, root).store(RULE);

        assertThat(ProjectRules.of(home, root).list()).containsExactly(RULE);
    }

    private Path onlyFile() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            return files.filter(Files::isRegularFile).findFirst().orElseThrow();
        }
    }
}
