package dev.deft.app.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.codec.JsonText;
import dev.deft.json.Json;
import dev.deft.json.JsonSyntaxException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    @TempDir Path root;
    @TempDir Path elsewhere;

    private String doctor(Map<String, String> environment, String... words) {
        List<String> all = new ArrayList<>(List.of("doctor"));
        all.addAll(List.of(words));
        return DeftRun.in(root, environment, "", all.toArray(String[]::new)).out();
    }

    private static String line(String out, String what) {
        return out.lines()
                .filter(it -> it.contains("  " + what + "  "))
                .findFirst()
                .orElse("nothing about " + what);
    }

    private String policy(String more) throws IOException {
        Path file = root.resolve("policy.json");
        Files.writeString(
                file,
                """
                {"commands": {"host": {"address": "deft@host.example.org", "names": ["systemctl", "docker"]%s}}}
                """
                        .formatted(more));
        return file.toString();
    }

    /// A machine with these programs only.
    private Map<String, String> having(String... programs) throws IOException {
        Path directory = Files.createDirectories(elsewhere.resolve("programs"));
        for (String it : programs) {
            Path file = Files.createFile(directory.resolve(it));
            assertThat(file.toFile().setExecutable(true)).isTrue();
        }
        return Map.of("PATH", directory.toString());
    }

    @Test
    void tellsOneLineOfEachThing() throws JsonSyntaxException {
        String out = doctor(Map.of());
        for (String it :
                List.of(
                        "java",
                        "settings",
                        "sandbox",
                        "namespaces",
                        "overlays",
                        "proxy",
                        "limits")) {
            assertThat(line(out, it)).containsPattern("^(ok|missing) ");
        }
        assertThat(line(out, "ssh")).isEqualTo("nothing about ssh");
        assertThat(((Json.Arr) JsonText.parse(doctor(Map.of(), "--json"))).items())
                .hasSizeGreaterThan(10);
    }

    @Test
    void looksForSshWhereHostCommandsAreConfigured() throws IOException {
        assertThat(line(doctor(having("ssh"), "--policy", policy("")), "ssh"))
                .startsWith("ok")
                .endsWith("programs/ssh, for systemctl, docker on host.example.org");
        assertThat(doctor(Map.of("PATH", "/nowhere"), "--policy", policy("")))
                .contains(
                        "ssh is in no directory that Deft trusts",
                        "→ install the OpenSSH client, for systemctl, docker on host.example.org");
    }

    @Test
    void looksForSshWhereTheUserConfiguredHostCommands() throws IOException {
        Path own = Files.createDirectories(root.resolve(".home/config")).resolve("agent.json");
        Files.writeString(own, "{\"policy\": %s}".formatted(Files.readString(Path.of(policy("")))));
        assertThat(line(doctor(Map.of("PATH", "/nowhere")), "ssh")).startsWith("missing");
    }

    @Test
    void looksForTheKeysOfHostCommands() throws IOException {
        String policy = policy(", \"identity\": \"/nowhere/key\"");
        assertThat(line(doctor(having("ssh"), "--policy", policy), "ssh"))
                .startsWith("missing")
                .endsWith("/nowhere/key cannot be read");
    }

    @Test
    void tellsOfSettingsThatAreBroken() throws IOException {
        Path own = Files.createDirectories(root.resolve(".home/config")).resolve("agent.json");
        Files.writeString(own, "{\"max_tokens\": \"many\"}");
        assertThat(line(doctor(Map.of()), "settings"))
                .startsWith("missing")
                .contains("line 1", "max_tokens must be a whole number");
    }

    @Test
    void tellsWhatToInstallForASandbox() {
        String out = doctor(Map.of("PATH", "/nowhere"));
        assertThat(line(out, "sandbox")).startsWith("missing").contains("bash");
        assertThat(line(out, "overlays")).startsWith("missing");
    }
}
