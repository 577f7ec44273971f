package dev.deft.agent.skill;

import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// A main file that was read.
///
/// @param fields of the front matter, with a name and a description unless there are problems
/// @param body the instructions
record ParsedSkill(Json.Obj fields, String body, List<SkillProblem> problems) {

    private static final int MAX_SHORT_DESCRIPTION = 200;
    private static final String ENDING = ".md";

    static ParsedSkill of(String directory, Bytes content) throws JsonSyntaxException {
        SkillText text = SkillText.parse(SkillText.decode(content));
        return new ParsedSkill(
                (Json.Obj) text.fields().value(),
                text.body(),
                SkillCheck.of(directory, text.fields()));
    }

    /// A plain file, without any fields perhaps: its name is that of the file, and its description
    /// the first text in it.
    static ParsedSkill plain(String file, Bytes content) throws JsonSyntaxException {
        String text = SkillText.decode(content);
        String bare = file.endsWith(ENDING) ? file.substring(0, file.length() - 3) : file;
        String name =
                SkillCheck.normal(bare.strip()).toLowerCase(Locale.ROOT).replaceAll("[ _.]+", "-");
        if (!SkillCheck.isName(name)) {
            throw new JsonSyntaxException(
                    "the name of the file must have only letters, digits and hyphens", 1, 1);
        }
        Map<String, Json> fields = new LinkedHashMap<>();
        String body = text.strip();
        if (text.startsWith("---\n")) {
            SkillText parsed = SkillText.parse(text);
            fields.putAll(((Json.Obj) parsed.fields().value()).fields());
            body = parsed.body();
        }
        fields.put(SkillCheck.NAME, new Json.Str(name));
        if (!(fields.get(SkillCheck.DESCRIPTION) instanceof Json.Str(String given))
                || given.isBlank()) {
            fields.put(SkillCheck.DESCRIPTION, new Json.Str(summary(body, name)));
        }
        return new ParsedSkill(new Json.Obj(fields), body, List.of());
    }

    /// The first line with text, without the marks of a heading.
    private static String summary(String body, String name) {
        String line =
                body.lines()
                        .map(it -> it.replaceFirst("^#+\\s*", "").strip())
                        .filter(it -> !it.isEmpty())
                        .findFirst()
                        .orElse(name);
        return line.length() > MAX_SHORT_DESCRIPTION
                ? line.substring(0, MAX_SHORT_DESCRIPTION).strip() + "…"
                : line;
    }

    boolean isUsable() {
        return problems.stream().allMatch(SkillProblem::usable);
    }

    Skill skill(SkillPlace place, String directory, String file) {
        return new Skill(
                SkillCheck.normal(text(SkillCheck.NAME).orElseThrow().strip()),
                text(SkillCheck.DESCRIPTION).orElseThrow().strip(),
                text("license"),
                text(SkillCheck.COMPATIBILITY),
                metadata(),
                text("allowed-tools"),
                place,
                directory,
                file);
    }

    private Optional<String> text(String field) {
        return fields.find(field)
                .flatMap(it ->
                        it instanceof Json.Str(String text)
                                ? Optional.of(text)
                                : Optional.of(it.toString()));
    }

    private Map<String, String> metadata() {
        Map<String, String> all = new LinkedHashMap<>();
        if (fields.find("metadata").orElse(Json.Obj.EMPTY) instanceof Json.Obj metadata) {
            metadata.fields()
                    .forEach((name, it) ->
                            all.put(
                                    name,
                                    it instanceof Json.Str(String text) ? text : it.toString()));
        }
        return all;
    }
}
