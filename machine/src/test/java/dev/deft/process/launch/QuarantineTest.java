package dev.deft.process.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.CommandFiles;
import dev.deft.sandbox.WorkspaceScan;
import dev.deft.sandbox.WorkspaceScan.Found;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Where looking takes long, as every look does here.
class QuarantineTest {

    @TempDir Path root;

    private Quarantine slow() {
        return new Quarantine(
                WorkspaceScan.unwatched(root, List.of(), CommandFiles.everything()),
                Duration.ofNanos(-1));
    }

    private Path made() throws IOException {
        return Files.createDirectories(root.resolve("a/.vscode"));
    }

    @Test
    void looksBehindACommandThatGivesNoReasonAndTellsTheNext() throws Exception {
        Quarantine quarantine = slow();
        Found before = quarantine.scan();
        Path made = made();
        assertThat(quarantine.sweep(before, "make all")).isEmpty();
        quarantine.finish();
        assertThat(made).doesNotExist();
        assertThat(quarantine.sweep(before, "true").orElse("")).contains("a/.vscode");
        quarantine.finish();
        assertThat(quarantine.sweep(before, "true")).isEmpty();
    }

    @Test
    void looksAtOnceWhereACommandGivesReason() throws Exception {
        Quarantine quarantine = slow();
        Found before = quarantine.scan();
        Path made = made();
        assertThat(quarantine.sweep(before, "mkdir a/.vscode").orElse("")).contains("a/.vscode");
        assertThat(made).doesNotExist();
    }

    @Test
    void leavesWhatWasThereBefore() throws Exception {
        Quarantine quarantine = slow();
        Path mine = made();
        Found before = quarantine.scan();
        assertThat(quarantine.sweep(before, "make all")).isEmpty();
        quarantine.finish();
        assertThat(quarantine.sweep(before, "git status")).isEmpty();
        assertThat(mine).exists();
    }
}
