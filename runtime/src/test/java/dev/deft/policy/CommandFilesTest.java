package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.CommandFiles.Access;
import dev.deft.policy.CommandFiles.Ruling;
import dev.deft.policy.pattern.PatternVariables;
import dev.deft.tool.RequirementSet;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandFilesTest {

    private static final SecretFiles SECRETS = SecretFiles.in(Path.of("/none"));

    private static RuleBook book(String... rules) {
        return new RuleBook(Stream.of(rules).map(it -> Rule.parse(Scope.PROJECT, it)).toList());
    }

    private static CommandFiles files(RequirementSet ceiling, String... rules) {
        return new CommandFiles(
                Ceiling.of(ceiling, PatternVariables.of(List.of(), List.of())),
                book(rules),
                SECRETS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            textBlock =
                    """
                    allow read **                          ¦ a          ¦ WRITE ¦ true
                    deny read secret/**                    ¦ secret/a   ¦ NONE  ¦ false
                    deny read secret/**                    ¦ a          ¦ WRITE ¦ true
                    deny fs.read **/*.key.txt              ¦ b/a.key.txt ¦ NONE ¦ true
                    deny read **/x/*.txt                   ¦ x/a.txt    ¦ NONE  ¦ false
                    ask read secret/**                     ¦ secret/a   ¦ NONE  ¦ false
                    deny write gen/**                      ¦ gen/a      ¦ READ  ¦ false
                    deny edit gen/**                       ¦ gen/a      ¦ READ  ¦ false
                    deny fs.write **/*.lock                ¦ a.lock     ¦ READ  ¦ true
                    deny read gen/** ; deny write gen/**   ¦ gen/a      ¦ NONE  ¦ false
                    deny write gen/** ; allow write gen/a  ¦ gen/a      ¦ WRITE ¦ true
                    deny write **                          ¦ a          ¦ READ  ¦ false
                    ask write **                           ¦ a          ¦ WRITE ¦ true
                    deny * **                              ¦ a          ¦ WRITE ¦ true
                    deny * secret/**                       ¦ secret/a   ¦ NONE  ¦ false
                    deny bash cat *                        ¦ a          ¦ WRITE ¦ true
                    allow read **                          ¦ .env       ¦ NONE  ¦ true
                    allow read .env                        ¦ .env       ¦ WRITE ¦ true
                    allow read .env ; deny write .env      ¦ .env       ¦ READ  ¦ false
                    allow * *                              ¦ .env       ¦ WRITE ¦ true
                    """)
    void hideAndProtectFilesByTheRules(String rules, String path, Access access, boolean anywhere) {
        CommandFiles files = files(RequirementSet.EVERYTHING, rules.split(" ; ", -1));

        assertThat(files.ruling(path)).isEqualTo(new Ruling(access, anywhere));
    }

    @ParameterizedTest
    @CsvSource({
        "src/a, WRITE, true",
        "docs/a, READ, false",
        "docs/.env, NONE, true",
        "other, NONE, false"
    })
    void hideAndProtectFilesByTheCeiling(String path, Access access, boolean anywhere) {
        CommandFiles files =
                files(
                        new RequirementSet(
                                List.of("src/**", "docs/**"),
                                List.of("src/**"),
                                List.of(),
                                List.of(),
                                List.of()));

        assertThat(files.ruling(path)).isEqualTo(new Ruling(access, anywhere));
        assertThat(files.restrictsFiles()).isTrue();
    }

    @Test
    void decideAboutWholeDirectories() {
        CommandFiles files =
                files(RequirementSet.EVERYTHING, "deny read secret/**", "deny write gen/**");

        assertThat(files.rulingBelow("secret")).isEqualTo(new Ruling(Access.NONE, false));
        assertThat(files.rulingBelow("gen")).isEqualTo(new Ruling(Access.READ, false));
        assertThat(files.rulingBelow("src")).isEqualTo(new Ruling(Access.WRITE, true));
        assertThat(CommandFiles.everything().rulingBelow("src"))
                .isEqualTo(new Ruling(Access.WRITE, true));
    }

    @ParameterizedTest
    @CsvSource({
        "allow * *, false",
        "deny * *, false",
        "ask read **, false",
        "deny bash rm *, false",
        "deny read **, true",
        "ask read a, true",
        "deny edit a, true",
        "deny * a, true"
    })
    void areRestrictedWhereARuleRestrictsFiles(String rule, boolean expected) {
        assertThat(files(RequirementSet.EVERYTHING, rule).restrictsFiles()).isEqualTo(expected);
    }

    @Test
    void areRestrictedWhereTheCeilingIsNarrow() {
        assertThat(files(RequirementSet.reading("**")).restrictsFiles()).isTrue();
        assertThat(files(RequirementSet.writing("**")).restrictsFiles()).isTrue();
        assertThat(CommandFiles.everything().restrictsFiles()).isFalse();
    }

    @Test
    void followRulesThatAreAddedLater() {
        RuleBook rules = book();
        var files =
                new CommandFiles(
                        Ceiling.of(
                                RequirementSet.EVERYTHING,
                                PatternVariables.of(List.of(), List.of())),
                        rules,
                        SecretFiles.NONE);
        Object before = files.version();
        assertThat(files.version()).isEqualTo(before);
        assertThat(files.ruling(".env")).isEqualTo(new Ruling(Access.WRITE, true));

        rules.add(Rule.parse(Scope.SESSION, "deny read .env"));

        assertThat(files.version()).isNotEqualTo(before);
        assertThat(files.ruling(".env")).isEqualTo(new Ruling(Access.NONE, false));
    }

    @Test
    void dependOnTheContentOfSecretFilesOnly() {
        CommandFiles files = files(RequirementSet.EVERYTHING);

        assertThat(files.dependsOnContent("a/.env")).isTrue();
        assertThat(files.dependsOnContent("a/env")).isFalse();
    }
}
