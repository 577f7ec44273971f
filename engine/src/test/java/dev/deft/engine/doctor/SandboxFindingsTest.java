package dev.deft.engine.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.engine.doctor.Doctor.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Reports about kernel settings.
class SandboxFindingsTest {

    @TempDir Path settings;

    private Finding namespaces(boolean inUse, boolean asRoot) {
        return new SandboxFindings(settings, Map.of(), settings).namespaces(inUse, asRoot);
    }

    private void set(String name, String value) throws IOException {
        Path file = settings.resolve(name);
        Files.createDirectories(file.resolveSibling("."));
        Files.writeString(file, value + "\n");
    }

    @Test
    void nameTheSettingThatPreventsNamespaces() throws IOException {
        set("user/max_user_namespaces", "31000");
        assertThat(namespaces(false, false).ok()).isTrue();
        set("kernel/unprivileged_userns_clone", "0");
        assertThat(namespaces(false, false))
                .isEqualTo(
                        new Finding(
                                "namespaces",
                                false,
                                "kernel.unprivileged_userns_clone is 0, so users cannot create them",
                                Optional.of("sysctl -w kernel.unprivileged_userns_clone=1")));
        assertThat(namespaces(false, true).ok()).as("root needs no setting").isTrue();
        set("user/max_user_namespaces", "0");
        assertThat(namespaces(false, true).advice())
                .contains("sysctl -w user.max_user_namespaces=31000");
    }

    @Test
    void nameAppArmorWhereItPreventsNamespaces() throws IOException {
        set("user/max_user_namespaces", "31000");
        set("kernel/apparmor_restrict_unprivileged_userns", "1");
        assertThat(namespaces(false, false).advice())
                .contains(
                        "give bwrap an AppArmor profile that allows userns, or sysctl -w kernel.apparmor_restrict_unprivileged_userns=0");
        assertThat(namespaces(true, false).ok()).as("there is a profile").isTrue();
    }

    @Test
    void sayWhenTheKernelHasNoNamespaces() {
        assertThat(namespaces(false, true).found()).isEqualTo("this kernel has no user namespaces");
    }
}
