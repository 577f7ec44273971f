package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonNames;
import dev.deft.host.GrepMatch;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Tool;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// The shapes the design promises, to the letter.
class PublishedShapeTest {

    private static final Set<Class<?>> OPTIONAL =
            Set.of(Optional.class, OptionalInt.class, OptionalLong.class);

    static List<Tool<?>> tools() {
        return FileTools.all();
    }

    @ParameterizedTest
    @CsvSource({
        "read, path offset? limit? byte_offset? byte_limit?",
        "write, path content",
        "edit, path old_text new_text replace_all?",
        "glob, pattern path?",
        "grep, pattern path? include?",
        "apply_patch, patch",
        "ls, path",
        "delete_file, path",
        "move_file, from to",
        "get_file_info, path"
    })
    void parametersAreThoseOfTheDesign(String id, String parameters) {
        assertThat(
                        Arrays.stream(FileTools.named(id).spec().parameters().getRecordComponents())
                                .filter(it -> !it.isAnnotationPresent(DialectOnly.class))
                                .map(PublishedShapeTest::spelled)
                                .collect(Collectors.joining(" ")))
                .isEqualTo(parameters);
    }

    private static String spelled(RecordComponent component) {
        String name = JsonNames.json(component.getName());
        return OPTIONAL.contains(component.getType()) ? name + "?" : name;
    }

    @Test
    void dataIsThatOfTheDesign() {
        Map<Class<?>, String> promised =
                Map.of(
                        ReadTool.Data.class,
                        "path content start_line end_line total_lines size encoding type attachments?",
                        WriteTool.Data.class,
                        "path bytes created diff",
                        EditTool.Data.class,
                        "path replacements match lines_changed diff",
                        GlobTool.Data.class,
                        "pattern count files",
                        GrepTool.Data.class,
                        "pattern count matches",
                        GrepMatch.class,
                        "file line text",
                        ApplyPatchTool.Data.class,
                        "files",
                        ApplyPatchTool.Changed.class,
                        "path change diff",
                        LsTool.Data.class,
                        "path entries",
                        LsTool.Entry.class,
                        "name type size");
        promised.forEach((type, fields) ->
                assertThat(
                                Arrays.stream(type.getRecordComponents())
                                        .map(PublishedShapeTest::spelled)
                                        .collect(Collectors.joining(" ")))
                        .isEqualTo(fields));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void whatOnlyADialectAsksForIsOptional(Tool<?> tool) {
        assertThat(tool.spec().parameters().getRecordComponents())
                .filteredOn(it -> it.isAnnotationPresent(DialectOnly.class))
                .allMatch(it -> OPTIONAL.contains(it.getType()));
    }

    @ParameterizedTest
    @MethodSource("tools")
    void descriptionsAreShortAndComplete(Tool<?> tool) {
        assertThat(tool.spec().description().text(Map.of()))
                .isNotBlank()
                .hasSizeLessThanOrEqualTo(1_500);
    }
}
