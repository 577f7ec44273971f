package dev.deft.agent.skill;

import dev.deft.codec.LocatedJson;
import dev.deft.host.Bytes;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/// Checks a `SKILL.md` by the Agent Skills specification, with the verdicts of its reference
/// implementation `skills-ref`.
///
/// Lengths are counted in code points. Names may have letters and digits of any script.
public final class SkillCheck {

    static final int MAX_NAME = 64;
    static final int MAX_DESCRIPTION = 1_024;
    static final int MAX_COMPATIBILITY = 500;

    static final String NAME = "name";
    static final String DESCRIPTION = "description";
    static final String COMPATIBILITY = "compatibility";

    private static final Set<String> FIELDS =
            Set.of(NAME, DESCRIPTION, "license", COMPATIBILITY, "metadata", "allowed-tools");

    private final String directory;
    private final List<SkillProblem> problems = new ArrayList<>();

    private SkillCheck(String directory) {
        this.directory = directory;
    }

    /// Returns what is wrong with a skill, in the order of the file; nothing if it is valid.
    ///
    /// @param directory the name of its directory
    /// @param content of its main file
    public static List<SkillProblem> of(String directory, Bytes content) {
        try {
            return of(directory, SkillText.parse(SkillText.decode(content)).fields());
        } catch (JsonSyntaxException e) {
            return List.of(SkillProblem.of(e));
        }
    }

    static List<SkillProblem> of(String directory, LocatedJson fields) {
        var check = new SkillCheck(directory);
        check.all(fields);
        return List.copyOf(check.problems);
    }

    private void all(LocatedJson fields) {
        for (String required : List.of(NAME, DESCRIPTION)) {
            if (fields.find(required).isEmpty()) {
                problems.add(
                        new SkillProblem(
                                1, 1, "the field \"%s\" is missing".formatted(required), false));
            }
        }
        fields.fields()
                .forEach((field, it) -> {
                    switch (field) {
                        case NAME -> name(it.value());
                        case DESCRIPTION -> required(DESCRIPTION, it.value(), MAX_DESCRIPTION);
                        case COMPATIBILITY -> compatibility(it.value());
                        default -> known(field, it);
                    }
                });
    }

    private void known(String field, LocatedJson.Field at) {
        if (!FIELDS.contains(field)) {
            problems.add(
                    new SkillProblem(
                            at.position().line(),
                            at.position().column(),
                            "the field \"%s\" is not one of a skill; put it below \"metadata\""
                                    .formatted(field),
                            true));
        }
    }

    private void name(LocatedJson value) {
        if (!required(NAME, value, Integer.MAX_VALUE)) {
            return;
        }
        String name = normal(((Json.Str) value.value()).value().strip());
        if (length(name) > MAX_NAME) {
            wrong(value, "the name is longer than %d characters".formatted(MAX_NAME));
        }
        if (!name.equals(name.toLowerCase(Locale.ROOT))) {
            wrong(value, "the name must be in lower case: " + name.toLowerCase(Locale.ROOT));
        }
        if (name.startsWith("-") || name.endsWith("-")) {
            wrong(value, "the name must not begin or end with a hyphen");
        }
        if (name.contains("--")) {
            wrong(value, "the name must not have two hyphens in a row");
        }
        if (!name.codePoints().allMatch(SkillCheck::isNameCharacter)) {
            wrong(value, "the name may have only letters, digits and hyphens");
        }
        if (!normal(directory).equals(name)) {
            wrong(
                    value,
                    "the name \"%s\" must be that of its directory, \"%s\""
                            .formatted(name, directory));
        }
    }

    private boolean required(String field, LocatedJson value, int longest) {
        if (!(value.value() instanceof Json.Str(String text)) || text.isBlank()) {
            wrong(value, "\"%s\" must be a text and not empty".formatted(field));
            return false;
        }
        limit(field, value, text, longest);
        return true;
    }

    private void compatibility(LocatedJson value) {
        if (value.value() instanceof Json.Str(String text)) {
            limit(COMPATIBILITY, value, text, MAX_COMPATIBILITY);
        } else {
            wrong(value, "\"compatibility\" must be a text");
        }
    }

    private void limit(String field, LocatedJson value, String text, int longest) {
        if (length(text) > longest) {
            wrong(
                    value,
                    "\"%s\" has %d characters; %d are allowed"
                            .formatted(field, length(text), longest));
        }
    }

    private void wrong(LocatedJson value, String message) {
        problems.add(
                new SkillProblem(
                        value.position().line(), value.position().column(), message, false));
    }

    static String normal(String name) {
        return Normalizer.normalize(name, Normalizer.Form.NFKC);
    }

    /// Whether a name could be that of a skill.
    static boolean isName(String name) {
        return !name.isEmpty()
                && length(name) <= MAX_NAME
                && name.equals(name.toLowerCase(Locale.ROOT))
                && !name.startsWith("-")
                && !name.endsWith("-")
                && !name.contains("--")
                && name.codePoints().allMatch(SkillCheck::isNameCharacter);
    }

    private static boolean isNameCharacter(int character) {
        int type = Character.getType(character);
        return character == '-'
                || Character.isLetter(character)
                || type == Character.DECIMAL_DIGIT_NUMBER
                || type == Character.LETTER_NUMBER
                || type == Character.OTHER_NUMBER;
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
