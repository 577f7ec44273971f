package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.dialect.Dialects;
import dev.deft.registry.DialectTool;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Pins what models read. After a wanted change: `mvn test -Dgolden=update`, then review the diff.
class ModelViewTest {

    private static final int LONGEST_DESCRIPTION = 1_500;

    @TestFactory
    Stream<DynamicTest> whatModelsSee() throws IOException {
        Map<String, String> views = new TreeMap<>();
        for (String dialect : Dialects.NAMES) {
            for (DialectTool tool : ToolViews.dialect(dialect).tools()) {
                String name =
                        dialect.equals(Dialects.DEFAULT)
                                ? tool.name()
                                : dialect + "." + tool.name();
                views.put(name + ".txt", ToolViews.modelView(tool));
            }
        }
        return Golden.fromBuild()
                .directory(Checkout.file("app/src/test/resources/model-view"), views);
    }

    @TestFactory
    Stream<DynamicTest> whatPeopleRead() throws IOException {
        Map<String, String> pages = new TreeMap<>();
        for (DialectTool tool : ToolViews.dialect(Dialects.DEFAULT).tools()) {
            pages.put(tool.name() + ".md", ToolViews.page(tool));
        }
        return Golden.fromBuild().directory(Checkout.file("docs/tools"), pages);
    }

    @Test
    void descriptionsAreShortEnoughToBePaidForInEveryRequest() throws IOException {
        List<DialectTool> all = new ArrayList<>();
        for (String dialect : Dialects.NAMES) {
            all.addAll(ToolViews.dialect(dialect).tools());
        }
        assertThat(all)
                .hasSizeGreaterThan(15)
                .allSatisfy(it ->
                        assertThat(it.describe(ToolViews.PLACES))
                                .as(it.name())
                                .isNotBlank()
                                .hasSizeLessThan(LONGEST_DESCRIPTION));
    }
}
