package dev.deft.resource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourcesTest {

    @TempDir Path directory;

    @Test
    void readsAFileBesideAClassInADirectory() {
        assertThat(Resources.text(ResourcesTest.class, "sample.txt"))
                .isEqualTo("beside the class: ü\n");
    }

    @Test
    void readsAFileBesideAClassInAJar() throws Exception {
        Path jar = directory.resolve("a jar of 100%25.jar");
        write(jar, "of the jar: ü");
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            Class<?> home = loader.loadClass(ResourcesTest.class.getName());

            assertThat(Resources.text(home, "sample.txt")).isEqualTo("of the jar: ü");
            assertThat(Resources.bytes(home, "sub/other.bin")).containsExactly(0, -1);
            assertThatThrownBy(() -> Resources.text(home, "nothing.txt"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("there is no file nothing.txt beside " + home.getName());
        }
    }

    @Test
    void namesAFileThatIsMissing() {
        assertThatThrownBy(() -> Resources.bytes(ResourcesTest.class, "nothing.txt"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("nothing.txt");
    }

    @Test
    void looksElsewhereForAClassWithoutAJar() {
        assertThatThrownBy(() -> Resources.text(String.class, "nothing.txt"))
                .isInstanceOf(IllegalStateException.class);
    }

    private static void write(Path jar, String text) throws IOException {
        String home = ResourcesTest.class.getName().replace('.', '/') + ".class";
        try (var zip = new ZipOutputStream(Files.newOutputStream(jar));
                InputStream in =
                        Objects.requireNonNull(
                                ResourcesTest.class.getResourceAsStream("/" + home))) {
            zip.putNextEntry(new ZipEntry(home));
            in.transferTo(zip);
            zip.putNextEntry(new ZipEntry("dev/deft/resource/sample.txt"));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("dev/deft/resource/sub/other.bin"));
            zip.write(new byte[] {0, -1});
        }
    }
}
