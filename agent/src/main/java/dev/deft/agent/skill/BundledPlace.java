package dev.deft.agent.skill;

import dev.deft.host.Bytes;
import dev.deft.resource.Resources;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The skills that come with Deft. `files.txt` lists their files, a path a line, and `index.txt`
/// has their names and descriptions, so that a run need not parse them.
public final class BundledPlace implements SkillPlace {

    private static final String TOP = "bundled/";

    @Override
    public Level level() {
        return Level.BUNDLED;
    }

    @Override
    public String label() {
        return "bundled";
    }

    @Override
    public boolean inWorkspace() {
        return false;
    }

    @Override
    public List<String> names() {
        return List.copyOf(descriptions().keySet());
    }

    @Override
    public Optional<String> description(String skill) {
        return Optional.ofNullable(descriptions().get(skill));
    }

    private static Map<String, String> descriptions() {
        Map<String, String> all = new TreeMap<>();
        resource("index.txt")
                .text(StandardCharsets.UTF_8)
                .lines()
                .map(it -> it.split(": ", 2))
                .forEach(it -> all.put(it[0], it[1]));
        return all;
    }

    @Override
    public List<SkillFile> files(String skill, int most) {
        return paths().stream()
                .filter(it -> it.startsWith(skill + "/"))
                .map(it -> it.substring(skill.length() + 1))
                .sorted()
                .limit(most)
                .map(it -> new SkillFile(it, it.endsWith(".sh")))
                .toList();
    }

    @Override
    public Optional<Bytes> load(String skill, String file, int maxBytes) {
        String path = skill + "/" + file;
        return paths().contains(path) ? Optional.of(resource(path)) : Optional.empty();
    }

    @Override
    public String location(String skill, String file) {
        return "bundled:" + skill + "/" + file;
    }

    private static List<String> paths() {
        return resource("files.txt").text(StandardCharsets.UTF_8).lines().toList();
    }

    private static Bytes resource(String name) {
        return Bytes.wrap(Resources.bytes(BundledPlace.class, TOP + name));
    }
}
