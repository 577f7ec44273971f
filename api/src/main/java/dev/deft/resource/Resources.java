package dev.deft.resource;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/// Reads files in the package of a class, which come with the program.
///
/// A file is taken from the jar of the class where there is one. [Class#getResourceAsStream] finds
/// the same, but takes ten times as long, and a start of Deft reads two dozen files.
public final class Resources {

    /// The jars of classes by what the classes of a jar have in common. They stay open, as they do
    /// in the class loader, and as long as it does.
    private static final Map<ProtectionDomain, Optional<ZipFile>> JARS =
            Collections.synchronizedMap(new WeakHashMap<>());

    private Resources() {}

    /// {@return the text of a file}
    ///
    /// @param home a class in the package of the file
    /// @param name of the file, such as `read.md`
    /// @throws IllegalStateException if there is no such file
    /// @throws UncheckedIOException if it cannot be read
    public static String text(Class<?> home, String name) {
        return new String(bytes(home, name), StandardCharsets.UTF_8);
    }

    /// {@return the content of a file}
    ///
    /// @param home a class in the package of the file
    /// @param name of the file, or its path below that package
    /// @throws IllegalStateException if there is no such file
    /// @throws UncheckedIOException if it cannot be read
    public static byte[] bytes(Class<?> home, String name) {
        try (InputStream in = open(home, name).orElseThrow(() -> missing(home, name))) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static IllegalStateException missing(Class<?> home, String name) {
        return new IllegalStateException("there is no file " + name + " beside " + home.getName());
    }

    private static Optional<InputStream> open(Class<?> home, String name) throws IOException {
        Optional<ZipFile> jar = jar(home);
        if (jar.isPresent()) {
            ZipEntry entry =
                    jar.get().getEntry(home.getPackageName().replace('.', '/') + "/" + name);
            if (entry != null) {
                return Optional.of(jar.get().getInputStream(entry));
            }
        }
        return Optional.ofNullable(home.getResourceAsStream(name));
    }

    private static Optional<ZipFile> jar(Class<?> home) {
        return JARS.computeIfAbsent(home.getProtectionDomain(), Resources::opened);
    }

    /// Empty for classes in a directory, and for those of other class loaders.
    private static Optional<ZipFile> opened(ProtectionDomain domain) {
        Optional<URL> location =
                Optional.ofNullable(domain.getCodeSource()).map(CodeSource::getLocation);
        if (location.isEmpty() || !location.get().getProtocol().equals("file")) {
            return Optional.empty();
        }
        try {
            Path file = Path.of(location.get().toURI());
            return Files.isRegularFile(file)
                    ? Optional.of(new ZipFile(file.toFile()))
                    : Optional.empty();
        } catch (URISyntaxException | IllegalArgumentException | IOException elsewhere) {
            return Optional.empty();
        }
    }
}
