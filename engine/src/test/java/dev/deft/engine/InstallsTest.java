package dev.deft.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.policy.Policy;
import dev.deft.run.Approval;
import dev.deft.run.Approver;
import dev.deft.tool.Envelope;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands that install programs: asked about whatever the rules allow, and outside the sandbox.
class InstallsTest {

    @TempDir private Path directory;
    private Path root;
    private Path outside;
    private Map<String, String> environment = Map.of();
    private final List<String> asked = new ArrayList<>();

    @BeforeEach
    void makeARunnerOfPackages() throws Exception {
        root = Files.createDirectories(directory.toRealPath().resolve("work"));
        outside = Files.createDirectories(directory.toRealPath().resolve("elsewhere"));
        Path bin = Files.createDirectories(directory.toRealPath().resolve("bin"));
        Files.writeString(
                bin.resolve("npx"), "#!/bin/sh\necho ran > '%s/mark'\n".formatted(outside));
        Files.setPosixFilePermissions(
                bin.resolve("npx"), PosixFilePermissions.fromString("rwxr-xr-x"));
        environment =
                Map.of(
                        "PATH",
                        bin + ":" + System.getenv("PATH"),
                        "DEFT_HOME",
                        directory.resolve("home").toString());
    }

    private Envelope run(String command, Policy policy, Approver approver) throws Exception {
        try (Engine engine = Engine.builder().environment(environment).build();
                Workspace workspace = engine.workspace(root);
                Session session =
                        workspace
                                .session()
                                .agent(AgentSpec.standard().policy(policy))
                                .approver(approver)
                                .open()) {
            return session.call("bash", Map.of("command", command));
        }
    }

    private Approver agreeing() {
        return new Approver() {
            @Override
            public boolean present() {
                return true;
            }

            @Override
            public Approval approve(Request request) {
                asked.addAll(request.reasons());
                return Approval.ONCE;
            }
        };
    }

    @Test
    void runsWhereNothingHoldsItOnceSomebodyAgrees() throws Exception {
        Envelope done = run("npx -y a-server", Policy.allowAll(), agreeing());
        assertThat(done.failed()).as("%s", done).isFalse();
        assertThat(asked).singleElement().asString().contains("`npx -y a-server`");
        assertThat(outside.resolve("mark")).hasContent("ran");
    }

    @Test
    void isDeniedWhereNobodyIsThereWhateverTheRulesAllow() throws Exception {
        Envelope denied = run("npx -y a-server", Policy.allowAll(), Approver.HEADLESS);
        assertThat(denied.failed()).isTrue();
        assertThat(denied.toString()).contains("asked about each time", "Nobody is here to ask");
        assertThat(outside.resolve("mark")).doesNotExist();
    }

    @Test
    void staysInTheSandboxBesideOtherCommands() throws Exception {
        run("npx -y a-server; touch here", Policy.allowAll(), agreeing());
        assertThat(asked).hasSize(1);
        assertThat(root.resolve("here")).exists();
        assertThat(outside.resolve("mark")).doesNotExist();
    }
}
