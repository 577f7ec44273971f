import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/// Takes the manifests out of the jars that Maven has made, desugars their classes (see Desugar),
/// puts what a start loads of the libraries into one jar without a manifest, and leaves the native
/// library (see NativeLibrary) beside it, for ./deft.
///
/// At a start the JVM reads the manifest of each jar from which it takes a class, also if the class
/// itself comes from the start-up cache. Nothing in those manifests means anything on the class
/// path: without them a run starts 12 ms earlier.
///
/// Arguments: the jar to make for the libraries, the class path of all libraries, and the jars to
/// rewrite.
final class Bundle {

    /// The packages of libraries that the training of the start-up caches uses. What is not in the
    /// list is found in its own jar, more slowly.
    private static final List<String> PACKAGES =
            List.of(
                    "com/github/difflib/",
                    "org/commonmark/",
                    "org/jline/utils/",
                    "org/snakeyaml/engine/",
                    "org/treesitter/",
                    "tools/jackson/core/",
                    "tools/jackson/dataformat/yaml/");

    /// As in the jars that Maven makes: two builds of one state are the same, byte for byte.
    private static final LocalDateTime STAMP = LocalDateTime.of(2026, 1, 1, 0, 0);

    private Bundle() {}

    public static void main(String[] args) throws IOException {
        Path bundle = Path.of(args[0]);
        bundle(args[1].split(":"), bundle);
        NativeLibrary.write(bundle.resolveSibling("libdeft.so"));
        List<Path> jars = Arrays.stream(args).skip(2).map(Path::of).toList();
        List<Path> classPath = new ArrayList<>(jars);
        Arrays.stream(args[1].split(":")).map(Path::of).forEach(classPath::add);
        try (var desugar = new Desugar(classPath)) {
            for (Path jar : jars) {
                rewrite(jar, desugar);
            }
        }
    }

    private static void bundle(String[] libraries, Path bundle) throws IOException {
        Set<String> seen = new HashSet<>();
        try (ZipOutputStream out = writing(bundle)) {
            for (String library : libraries) {
                // With a version, a jar shows its classes as this version of Java would find them.
                try (var jar =
                        new JarFile(
                                Path.of(library).toFile(),
                                false,
                                ZipFile.OPEN_READ,
                                Runtime.version())) {
                    for (JarEntry entry : jar.versionedStream().toList()) {
                        if (isWanted(entry.getName()) && seen.add(entry.getName())) {
                            put(out, entry.getName(), read(jar, entry));
                        }
                    }
                }
            }
        }
    }

    private static boolean isWanted(String name) {
        return name.endsWith(".class") && PACKAGES.stream().anyMatch(name::startsWith);
    }

    private static void rewrite(Path jar, Desugar desugar) throws IOException {
        Path rewritten = jar.resolveSibling(jar.getFileName() + ".new");
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (var before = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : before.stream().toList()) {
                if (!entry.isDirectory() && !entry.getName().equals(JarFile.MANIFEST_NAME)) {
                    files.put(entry.getName(), read(before, entry));
                }
            }
        }
        desugar.applyToAll(files);
        try (ZipOutputStream out = writing(rewritten)) {
            for (Map.Entry<String, byte[]> file : files.entrySet()) {
                put(out, file.getKey(), file.getValue());
            }
        }
        Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static ZipOutputStream writing(Path jar) throws IOException {
        OutputStream file = new BufferedOutputStream(Files.newOutputStream(jar));
        return new ZipOutputStream(file);
    }

    private static byte[] read(ZipFile jar, ZipEntry entry) throws IOException {
        return jar.getInputStream(entry).readAllBytes();
    }

    /// Adds a file. What is not a class is not compressed: a start reads two dozen of these files.
    static void put(ZipOutputStream out, String name, byte[] content) throws IOException {
        var entry = new ZipEntry(name);
        entry.setTimeLocal(STAMP);
        if (!name.endsWith(".class")) {
            var checksum = new CRC32();
            checksum.update(content);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(content.length);
            entry.setCrc(checksum.getValue());
        }
        out.putNextEntry(entry);
        out.write(content);
    }
}
