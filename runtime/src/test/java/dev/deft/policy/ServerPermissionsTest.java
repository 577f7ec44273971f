package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.tool.Capability;
import dev.deft.tool.Touch;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerPermissionsTest {

    private static final Touch CALL = Touch.naming(Touch.NOTHING);

    private static Action decide(String... rules) {
        return book(rules).decide("files_read", List.of("mcp:files:read"), CALL).action();
    }

    private static RuleBook book(String... rules) {
        return new RuleBook(
                List.of(rules).stream().map(it -> Rule.parse(Scope.PROJECT, it)).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "allow mcp:files:read *, ALLOW",
        "allow mcp:files:* *, ALLOW",
        "allow mcp:*:read *, ALLOW",
        "allow mcp:* *, ALLOW",
        "deny mcp:files:* *, DENY",
        "ask mcp:files:read *, ASK",
        "allow files_read *, ALLOW",
        "allow * *, ALLOW",
        "allow mcp:files:write *, ASK",
        "allow mcp:file:read *, ASK",
        "allow mcp:other:* *, ASK",
        "deny mcp:files:write *, ASK",
        "allow fs.read **, ASK"
    })
    void decidesByTheNameOfServerAndTool(String rule, Action expected) {
        assertThat(decide(rule)).isEqualTo(expected);
    }

    @Test
    void asksWithoutARule() {
        assertThat(decide()).isEqualTo(Action.ASK);
    }

    @Test
    void prefersTheMoreSpecificPermission() {
        assertThat(decide("deny mcp:files:* *", "allow mcp:files:read *")).isEqualTo(Action.ALLOW);
        assertThat(decide("allow mcp:files:* *", "deny mcp:files:read *")).isEqualTo(Action.DENY);
        assertThat(decide("allow mcp:* *", "ask mcp:files:* *")).isEqualTo(Action.ASK);
        assertThat(decide("deny * *", "allow mcp:* *")).isEqualTo(Action.ALLOW);
        assertThat(decide("allow mcp:files:read *", "deny files_read *")).isEqualTo(Action.DENY);
        assertThat(decide("allow mcp:files:read *", "deny mcp:files:read *"))
                .isEqualTo(Action.DENY);
    }

    @Test
    void neverOverrulesTheManifest() {
        var book =
                new RuleBook(
                        List.of(
                                Rule.parse(Scope.MANIFEST, "deny mcp:files:* *"),
                                Rule.parse(Scope.SESSION, "allow mcp:files:read *")));
        assertThat(book.decide("files_read", List.of("mcp:files:read"), CALL).action())
                .isEqualTo(Action.DENY);
    }

    @Test
    void leavesOtherToolsAlone() {
        assertThat(book("allow mcp:* *").decide("skill", Touch.naming("mcp:files:read")).action())
                .isEqualTo(Action.ASK);
    }

    @Test
    void hidesAToolThatCanNeverRun() {
        assertThat(mayAllow("deny mcp:files:* *")).isFalse();
        assertThat(mayAllow("deny mcp:files:* *", "allow mcp:files:read *")).isTrue();
        assertThat(mayAllow()).isTrue();
    }

    private static boolean mayAllow(String... rules) {
        return book(rules)
                .mayAllow(
                        "files_read", List.of("mcp:files:read"), EnumSet.of(Capability.NONE), true);
    }

    @Test
    void namesNoMoreThanOneTool() {
        assertThat(ServerPermissions.of("files", "*")).isEqualTo("mcp:files:_");
        assertThat(ServerPermissions.of("my files", "a?b")).isEqualTo("mcp:my_files:a_b");
        assertThat(ServerPermissions.of("a:b", "c:d")).isEqualTo("mcp:a_b:c:d");
    }
}
