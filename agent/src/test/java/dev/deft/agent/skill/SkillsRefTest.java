package dev.deft.agent.skill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.agent.skill.SkillCases.Case;
import dev.deft.host.Bytes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Deft accepts the skills that `skills-ref`, the reference implementation, accepts, and lists them
/// in the same form.
///
/// What it said about the generated skills is recorded in `skills-ref/verdicts.txt`, since its
/// newest version is not in the registries that a check may use. With `-Dskills.ref=COMMAND`, the
/// path of an installed `skills-ref`, it is asked again, and the record is written anew.
class SkillsRefTest {

    private static final int CASES = 1_500;
    private static final long SEED = 20_261_117;
    private static final int LINE = 100;
    private static final int SHOWN = 12;
    private static final Path RECORD = Path.of("src/test/resources/skills-ref");
    private static final String PLACE = "/skills";

    @TempDir private Path directory;

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void acceptsAndRejectsTheSameSkills() throws Exception {
        List<Case> cases = SkillCases.of(CASES, SEED);
        String recorded = verdicts(cases);
        List<String> different = new ArrayList<>();
        for (int i = 0; i < CASES; i++) {
            Case it = cases.get(i);
            List<SkillProblem> problems = SkillCheck.of(it.directory(), Bytes.of(it.content()));
            if (problems.isEmpty() != (recorded.charAt(i) == '1')) {
                different.add(
                        "%d: skills-ref says %s, Deft says %s about %s/%s"
                                .formatted(
                                        i,
                                        recorded.charAt(i),
                                        problems,
                                        it.directory(),
                                        new String(it.content(), StandardCharsets.UTF_8)));
            }
        }
        assertThat(different).isEmpty();
        assertThat(recorded.chars().filter(it -> it == '1').count())
                .isBetween(CASES / 10L, CASES * 9L / 10);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.HOURS)
    void listsSkillsInTheSameForm() throws Exception {
        List<Case> cases = SkillCases.of(CASES, SEED);
        List<Case> chosen = chosen(cases, recorded());
        List<Skill> skills = new ArrayList<>();
        for (Case it : chosen) {
            skills.add(
                    ParsedSkill.of(it.directory(), Bytes.of(it.content()))
                            .skill(Stated.PLACE, it.directory(), "SKILL.md"));
        }
        Optional<String> command = Optional.ofNullable(System.getProperty("skills.ref"));
        if (command.isPresent()) {
            record(command.get(), chosen);
        }
        assertThat(SkillIndex.of(skills) + "\n")
                .isEqualTo(Files.readString(RECORD.resolve("prompt.txt")));
    }

    private String verdicts(List<Case> cases) throws Exception {
        Optional<String> command = Optional.ofNullable(System.getProperty("skills.ref"));
        Path file = RECORD.resolve("verdicts.txt");
        if (command.isPresent()) {
            var said = new StringBuilder();
            for (Case it : cases) {
                Path skill = write(it);
                said.append(
                        run(command.get(), "validate", skill.toString()).code() == 0 ? '1' : '0');
                delete(skill);
            }
            Files.writeString(file, said.toString().replaceAll("(.{%d})".formatted(LINE), "$1\n"));
        }
        return recorded();
    }

    private static String recorded() throws IOException {
        return Files.readString(RECORD.resolve("verdicts.txt")).replace("\n", "");
    }

    /// Some valid skills, with names and texts that every file system and terminal can show.
    private static List<Case> chosen(List<Case> cases, String recorded) {
        List<Case> chosen = new ArrayList<>();
        for (int i = 0; i < CASES && chosen.size() < SHOWN; i++) {
            Case it = cases.get(i);
            String text = new String(it.content(), StandardCharsets.UTF_8);
            if (recorded.charAt(i) == '1'
                    && text.length() < 300
                    && !text.contains("\\")
                    && it.directory().chars().allMatch(letter -> letter < 128)
                    && chosen.stream().noneMatch(some -> some.directory().equals(it.directory()))) {
                chosen.add(it);
            }
        }
        return chosen;
    }

    private void record(String command, List<Case> chosen) throws Exception {
        List<String> words = new ArrayList<>(List.of("to-prompt"));
        for (Case it : chosen) {
            words.add(write(it).toString());
        }
        String said = run(command, words.toArray(String[]::new)).out();
        Files.writeString(
                RECORD.resolve("prompt.txt"),
                said.replace(directory.toRealPath().toString(), PLACE));
    }

    private Path write(Case it) throws IOException {
        Path skill = Files.createDirectories(directory.resolve(it.directory()));
        Files.write(skill.resolve("SKILL.md"), it.content());
        return skill;
    }

    private static void delete(Path skill) throws IOException {
        Files.delete(skill.resolve("SKILL.md"));
        Files.delete(skill);
    }

    private record Said(int code, String out) {}

    private static Said run(String command, String... words)
            throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(List.of(command));
        all.addAll(List.of(words));
        Process process =
                new ProcessBuilder(all).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Said(process.waitFor(), out);
    }

    /// A place that exists only by name.
    private enum Stated implements SkillPlace {
        PLACE;

        @Override
        public Level level() {
            return Level.PROJECT;
        }

        @Override
        public String label() {
            return SkillsRefTest.PLACE;
        }

        @Override
        public boolean inWorkspace() {
            return true;
        }

        @Override
        public List<String> names() {
            return List.of();
        }

        @Override
        public List<SkillFile> files(String skill, int most) {
            return List.of();
        }

        @Override
        public Optional<Bytes> load(String skill, String file, int maxBytes) {
            return Optional.empty();
        }

        @Override
        public String location(String skill, String file) {
            return SkillsRefTest.PLACE + "/" + skill + "/" + file;
        }
    }
}
