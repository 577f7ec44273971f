package dev.deft.agent.skill;

import dev.deft.host.Bytes;
import dev.deft.host.HostException;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// The skills that a session or a person can use. Of several with one name, the first one counts.
///
/// @param list sorted by name
/// @param hidden skills behind another one of the same name
/// @param problems skills that cannot be used, or have fields nobody knows
public record SkillCatalog(List<Skill> list, List<Skill> hidden, List<Trouble> problems) {

    /// Copies the lists.
    public SkillCatalog {
        list = List.copyOf(list);
        hidden = List.copyOf(hidden);
        problems = List.copyOf(problems);
    }

    /// What is wrong with a skill.
    ///
    /// @param location of its main file
    public record Trouble(String location, SkillProblem problem) {

        /// Such as `.claude/skills/pdf/SKILL.md, line 2, column 7: …`.
        @Override
        public String toString() {
            return location + ", " + problem;
        }
    }

    /// Reads the skills of some places, in their order. A mistake in one hides no other.
    public static SkillCatalog read(List<SkillPlace> places) {
        var reader = new Reader();
        places.forEach(reader::add);
        return new SkillCatalog(
                reader.found.values().stream()
                        .sorted((a, b) -> a.name().compareTo(b.name()))
                        .toList(),
                reader.hidden,
                reader.problems);
    }

    /// The skill of that name.
    public Optional<Skill> find(String name) {
        String wanted = SkillCheck.normal(name.strip());
        return list.stream().filter(it -> it.name().equals(wanted)).findFirst();
    }

    /// The same without some skills.
    public SkillCatalog only(Predicate<Skill> wanted) {
        return new SkillCatalog(list.stream().filter(wanted).toList(), hidden, problems);
    }

    /// Collects skills.
    private static final class Reader {

        private final Map<String, Skill> found = new LinkedHashMap<>();
        private final List<Skill> hidden = new ArrayList<>();
        private final List<Trouble> problems = new ArrayList<>();

        void add(SkillPlace place) {
            List<String> names;
            try {
                names = place.names();
            } catch (IOException e) {
                problems.add(new Trouble(place.label(), unreadable(e)));
                return;
            }
            for (String name : names.subList(0, Math.min(SkillPlace.MOST_SKILLS, names.size()))) {
                add(place, name);
            }
            if (names.size() > SkillPlace.MOST_SKILLS) {
                problems.add(
                        new Trouble(
                                place.label(),
                                new SkillProblem(
                                        1,
                                        1,
                                        "only the first %d directories are read"
                                                .formatted(SkillPlace.MOST_SKILLS),
                                        true)));
            }
        }

        private void add(SkillPlace place, String directory) {
            Optional<String> known = place.description(directory);
            if (known.isPresent()) {
                add(Skill.known(directory, known.get(), place));
                return;
            }
            List<String> files =
                    place.plain() ? List.of(directory) : List.of("SKILL.md", "skill.md");
            for (String file : files) {
                try {
                    Optional<Bytes> content = place.load(directory, file, Skill.MAX_BYTES);
                    if (content.isPresent()) {
                        add(place, directory, file, content.get());
                        return;
                    }
                } catch (HostException | JsonSyntaxException e) {
                    problems.add(new Trouble(place.location(directory, file), problem(e)));
                    return;
                } catch (IOException e) {
                    problems.add(new Trouble(place.location(directory, file), unreadable(e)));
                    return;
                }
            }
        }

        private void add(SkillPlace place, String directory, String file, Bytes content)
                throws JsonSyntaxException {
            ParsedSkill parsed =
                    place.plain()
                            ? ParsedSkill.plain(file, content)
                            : ParsedSkill.of(directory, content);
            parsed.problems()
                    .forEach(it -> problems.add(new Trouble(place.location(directory, file), it)));
            if (!parsed.isUsable()) {
                return;
            }
            add(parsed.skill(place, directory, file));
        }

        private void add(Skill skill) {
            if (found.putIfAbsent(skill.name(), skill) != null) {
                hidden.add(skill);
            }
        }

        private static SkillProblem problem(IOException e) {
            return e instanceof JsonSyntaxException syntax
                    ? SkillProblem.of(syntax)
                    : unreadable(e);
        }

        private static SkillProblem unreadable(IOException e) {
            return new SkillProblem(1, 1, "it cannot be read: " + e.getMessage(), false);
        }
    }
}
