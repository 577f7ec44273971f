package dev.deft.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// The sources, the rules and the pages name the same packages and allow them the same.
class PackagePageTest {

    private static final String ARCHITECTURE = "docs/architecture.md";
    private static final String AGENTS = "AGENTS.md";

    @Test
    void theRulesNameWhatExists() {
        assertThat(PackageTable.PRODUCT.mistakes()).isEmpty();
    }

    @Test
    void theArchitecturePageListsEveryPackage() throws IOException {
        assertThat(differences(PackagePage.ofTable(ARCHITECTURE, text(ARCHITECTURE)))).isEmpty();
    }

    @Test
    void thePageForAgentsListsEveryPackage() throws IOException {
        assertThat(differences(PackagePage.ofTree(AGENTS, text(AGENTS)))).isEmpty();
    }

    @Test
    void findsAPackageThatAPageDoesNotList() throws IOException {
        String table = text(ARCHITECTURE).replaceFirst("(?m)^\\| +\\| `guard` \\|.*\\n", "");
        String tree = text(AGENTS).replaceFirst("(?m)^ +guard  .*\\n", "");
        assertThat(differences(PackagePage.ofTable(ARCHITECTURE, table)))
                .singleElement()
                .asString()
                .startsWith("Package guard has no line in docs/architecture.md: add one");
        assertThat(differences(PackagePage.ofTree(AGENTS, tree)))
                .singleElement()
                .asString()
                .startsWith("Package guard has no line in AGENTS.md: add one");
    }

    @Test
    void findsALineForAPackageThatDoesNotExist() throws IOException {
        String table =
                text(ARCHITECTURE).replaceAll("(?m)^(\\| +\\| )`guard`(.*\\n)", "$0$1`gone`$2");
        String tree = text(AGENTS).replaceAll("(?m)^( +)guard(  .*\\n)", "$0$1gone$2");
        assertThat(differences(PackagePage.ofTable(ARCHITECTURE, table)))
                .containsExactly(
                        "There is no package gone: delete its line in docs/architecture.md.");
        assertThat(differences(PackagePage.ofTree(AGENTS, tree)))
                .containsExactly("There is no package gone: delete its line in AGENTS.md.");
    }

    @Test
    void findsAPageThatAllowsMoreThanTheRules() throws IOException {
        String table =
                text(ARCHITECTURE)
                        .replaceFirst("(?m)^(\\| +\\| `guard` \\|[^|]*\\| )", "$1`kernel`, ");
        String tree = text(AGENTS).replaceFirst("(?m)^( +guard  .*→ )", "$1kernel ");
        assertThat(differences(PackagePage.ofTable(ARCHITECTURE, table)))
                .singleElement()
                .asString()
                .startsWith("The line of guard in docs/architecture.md says `runtime/ guard: ")
                .contains("kernel")
                .endsWith(": edit the page.");
        assertThat(differences(PackagePage.ofTree(AGENTS, tree)))
                .singleElement()
                .asString()
                .contains("kernel");
    }

    @Test
    void findsAPageThatAllowsAPackageToReachMore() throws IOException {
        String table =
                text(ARCHITECTURE)
                        .replaceFirst(
                                "(?m)^(\\| +\\| `guard` \\|.*\\|) *[^|]*\\|$", "$1 network |");
        assertThat(differences(PackagePage.ofTable(ARCHITECTURE, table)))
                .singleElement()
                .asString()
                .contains("| network`");
    }

    @Test
    void findsAPackageThatHasNoRule() throws IOException {
        SortedMap<String, String> tree = new TreeMap<>(SourceTree.packages());
        tree.put("planted", "runtime");
        assertThat(page().differences(tree, PackageTable.PRODUCT))
                .containsExactly(
                        "Package planted has no line in PackageTable: add one below runtime/.");
    }

    @Test
    void findsARuleForAPackageThatDoesNotExist() throws IOException {
        SortedMap<String, String> tree = new TreeMap<>(SourceTree.packages());
        tree.remove("guard");
        assertThat(page().differences(tree, PackageTable.PRODUCT))
                .containsExactly("There is no package guard: delete its line in PackageTable.");
    }

    @Test
    void findsAPackageThatMovedToAnotherModule() throws IOException {
        SortedMap<String, String> tree = new TreeMap<>(SourceTree.packages());
        tree.put("guard", "machine");
        assertThat(page().differences(tree, PackageTable.PRODUCT))
                .containsExactly(
                        "Package guard is in module machine: move its line in PackageTable.");
    }

    private static PackagePage page() throws IOException {
        return PackagePage.ofTable(ARCHITECTURE, text(ARCHITECTURE));
    }

    private static List<String> differences(PackagePage page) throws IOException {
        return page.differences(SourceTree.packages(), PackageTable.PRODUCT);
    }

    private static String text(String page) throws IOException {
        return Files.readString(Checkout.file(page));
    }
}
