package dev.deft.app.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// What Maven Central wants to read about an artifact, and what those who depend on it need.
class PublishedPomTest {

    /// Its own words, not those of the parent.
    private static final List<String> OWN =
            List.of("/project/artifactId", "/project/name", "/project/description");

    private static final List<String> INHERITED =
            List.of(
                    "/project/url",
                    "/project/licenses/license/name",
                    "/project/licenses/license/url",
                    "/project/developers/developer/name",
                    "/project/scm/connection",
                    "/project/scm/developerConnection",
                    "/project/scm/url");

    @TestFactory
    Stream<DynamicTest> isComplete() {
        return Stream.concat(Stream.of(Pom.root()), Pom.published().stream())
                .map(it -> dynamicTest(it.artifact(), () -> isComplete(it)));
    }

    private static void isComplete(Pom pom) throws Exception {
        assertThat(OWN).allSatisfy(it -> assertThat(pom.text(it)).isNotBlank());
        assertThat(INHERITED).allSatisfy(it -> assertThat(pom.inherited(it)).isPresent());
        assertThat(pom.texts("//repositories | //pluginRepositories | //distributionManagement"))
                .as("Maven Central takes no artifact that needs another repository")
                .isEmpty();
        assertThat(pom.source())
                .as("nothing of one machine")
                .doesNotContain("file:", "localhost", "/home/", "/root/", "/work/");
    }

    @Test
    void theBillOfMaterialsNamesEveryArtifactAndNothingElse() {
        List<String> jars =
                Pom.published().stream().filter(Pom::hasJar).map(Pom::artifact).sorted().toList();
        assertThat(jars).as("a rule over nothing would pass").hasSizeGreaterThan(7);
        Pom bom = Pom.of("bom");
        String managed = "/project/dependencyManagement/dependencies/dependency";
        assertThat(bom.texts(managed + "/artifactId").stream().sorted()).isEqualTo(jars);
        assertThat(bom.texts(managed + "/groupId")).containsOnly("dev.deft");
        assertThat(bom.texts(managed + "/version")).containsOnly("${project.version}");
    }

    @Test
    void allHaveOneVersion() {
        assertThat(Pom.of("bom").text("/project/version")).isEqualTo(Pom.version());
        assertThat(Pom.of("bom").texts("/project/parent"))
                .as("whoever imports the BOM would get all versions of the parent")
                .isEmpty();
        assertThat(Pom.published().stream().filter(Pom::hasJar))
                .allSatisfy(it ->
                        assertThat(it.text("/project/parent/version")).isEqualTo(Pom.version()));
    }

    @Test
    void theApiDependsOnNothingButAnnotations() {
        assertThat(Pom.of("api").texts("/project/dependencies/dependency")).isEmpty();
        assertThat(
                        Pom.root()
                                .texts(
                                        "/project/dependencies/dependency[not(scope='test')]/artifactId"))
                .containsExactly("jspecify");
    }
}
