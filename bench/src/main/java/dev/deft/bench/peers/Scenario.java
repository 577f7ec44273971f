package dev.deft.bench.peers;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Work to give to each agent.
enum Scenario {
    /// One answer without a call, twice with the same home directory.
    START("one answer", 0, Duration.ofMinutes(2)),
    /// Sixty mixed calls.
    CALLS("60 calls", 10, Duration.ofMinutes(5)),
    /// One search with a result of many thousand lines.
    HUGE_GREP("huge grep", 0, Duration.ofMinutes(3)),
    /// Three hundred mixed calls.
    MANY_CALLS("300 calls", 50, Duration.ofMinutes(15));

    /// Both are read, and one of them is edited.
    private static final int FILES_IN_A_CYCLE = 2;

    private final String title;
    private final int cycles;
    private final Duration limit;

    Scenario(String title, int cycles, Duration limit) {
        this.title = title;
        this.cycles = cycles;
        this.limit = limit;
    }

    String title() {
        return title;
    }

    /// How often the agent is started with the same home directory.
    int starts() {
        return this == START ? 2 : 1;
    }

    /// How long a run may take.
    Duration limit() {
        return limit;
    }

    /// How many files the longest work needs.
    static int mostFiles() {
        return FILES_IN_A_CYCLE * MANY_CALLS.cycles;
    }

    /// The steps, over files that fit.
    List<ScriptStep> steps(List<EditableFile> files) {
        if (this == HUGE_GREP) {
            return List.of(new ScriptStep.Grep("import"));
        }
        List<ScriptStep> steps = new ArrayList<>();
        for (int i = 0; i < cycles; i++) {
            EditableFile first = files.get(FILES_IN_A_CYCLE * i);
            EditableFile second = files.get(FILES_IN_A_CYCLE * i + 1);
            steps.add(new ScriptStep.Read(first.path()));
            steps.add(new ScriptStep.Read(second.path()));
            steps.add(new ScriptStep.Grep("class " + first.type() + "\\b"));
            steps.add(new ScriptStep.Glob(second.type() + "*.java"));
            steps.add(new ScriptStep.Bash("true"));
            steps.add(first.edit());
        }
        return steps;
    }
}
