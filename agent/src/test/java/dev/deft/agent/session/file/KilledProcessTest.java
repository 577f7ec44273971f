package dev.deft.agent.session.file;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.session.Entry;
import dev.deft.agent.session.SessionId;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Kills a process that writes to several logs, at random moments.
class KilledProcessTest {

    private static final int SESSIONS = 10;

    /// A new workspace now and then, so that the logs do not become too long to verify each time.
    private static final int KILLS_PER_WORKSPACE = 25;

    @TempDir private Path directory;
    private Path root = Path.of("");

    @Test
    @Tag("slow")
    void losesNoAcknowledgedEntryAndRunsNoCallTwiceInTwentyKills() throws Exception {
        kill(20);
    }

    @Test
    @Tag("deep")
    void losesNothingInAThousandKills() throws Exception {
        kill(1_000);
    }

    private void kill(int kills) throws IOException, InterruptedException {
        List<String> sessions = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            sessions.add("s" + i);
        }
        List<String> acknowledged = new ArrayList<>();
        var random = new Random(7);
        for (int kill = 0; kill < kills; kill++) {
            if (kill % KILLS_PER_WORKSPACE == 0) {
                root = Files.createDirectory(directory.resolve("w" + kill));
                acknowledged.clear();
            }
            acknowledged.addAll(killAfter(1 + random.nextInt(200), sessions));
            for (String session : sessions) {
                requireWhole(session, acknowledged);
            }
        }
        assertThat(acknowledged).isNotEmpty();
    }

    /// Kills the child after it has printed this many lines.
    ///
    /// @return all lines it printed
    private List<String> killAfter(int lines, List<String> sessions)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("write", root.toString()));
        words.addAll(sessions);
        Process child = LogChild.start(List.of(), words.toArray(String[]::new));
        List<String> said = new ArrayList<>();
        try (BufferedReader out = LogChild.output(child)) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                said.add(line);
                if (said.size() == lines) {
                    // Through its handle, which leaves its output readable.
                    child.toHandle().destroyForcibly();
                }
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
        // The last line may be incomplete.
        return said.subList(0, said.size() - 1);
    }

    private void requireWhole(String session, List<String> acknowledged) throws IOException {
        LogChild.open(root, session).close();
        LogChild.open(root, session).close();
        Path file = root.resolve(".deft/sessions/" + session + ".jsonl");
        List<Entry> entries = FileStores.history(root, session).entries();

        assertThat(LogCheck.of(file, new SessionId(session), Owners.of(root)))
                .isEqualTo(new LogCheck(entries.size(), List.of(), false, ForeignEntries.NONE));
        Map<String, Long> calls = counted(entries, "call");
        Map<String, Long> results = counted(entries, "result");
        assertThat(calls.keySet()).as("each call once").hasSize((int) sum(calls));
        assertThat(results).as("each call has one result").isEqualTo(calls);
        for (String line : acknowledged) {
            String[] words = line.split(" ", -1);
            if (words[0].equals(session)) {
                assertThat(words[1].equals("call") ? calls : results).containsKey(words[2]);
            }
        }
    }

    private static long sum(Map<String, Long> counts) {
        return counts.values().stream().mapToLong(it -> it).sum();
    }

    private static Map<String, Long> counted(List<Entry> entries, String role) {
        return entries.stream()
                .map(Entry::body)
                .flatMap(it ->
                        switch (it) {
                            case Entry.Called call when role.equals("call") ->
                                    Stream.of(call.callId());
                            case Entry.Result result when role.equals("result") ->
                                    Stream.of(result.callId());
                            default -> Stream.empty();
                        })
                .collect(groupingBy(it -> it, counting()));
    }
}
