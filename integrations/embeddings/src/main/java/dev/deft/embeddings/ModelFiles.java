package dev.deft.embeddings;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The files that native code reads: its libraries and the weights, unpacked once to the cache.
///
/// The runtime would unpack its libraries at every start, and leave them in the temporary directory
/// if the process is killed.
///
/// @param libraries the directory of the native libraries
/// @param model the weights
record ModelFiles(Path libraries, Path model) {

    private static final String WEIGHTS = "all-minilm-l6-v2-q.onnx";

    /// Unpacks what is not there yet.
    ///
    /// @throws IOException if there are no libraries for this system, or the cache cannot be
    ///   written
    static ModelFiles unpacked(Path cache) throws IOException {
        String platform = platform();
        Path libraries = cache.resolve("onnxruntime-" + version() + "-" + platform);
        for (String name : List.of("onnxruntime", "onnxruntime4j_jni")) {
            String file = System.mapLibraryName(name);
            unpack("/ai/onnxruntime/native/" + platform + "/" + file, libraries.resolve(file));
        }
        Path model = cache.resolve(WEIGHTS);
        unpack("/" + WEIGHTS, model);
        return new ModelFiles(libraries, model);
    }

    private static String version() {
        return Optional.ofNullable(OrtEnvironment.class.getPackage().getImplementationVersion())
                .orElse("unknown");
    }

    /// The name of this system in the jar of the runtime.
    private static String platform() throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch");
        String family =
                system.contains("mac") ? "osx" : system.startsWith("windows") ? "win" : "linux";
        String arch =
                switch (processor) {
                    case "amd64", "x86_64" -> "x64";
                    case "aarch64", "arm64" -> "aarch64";
                    default ->
                            throw new IOException(
                                    "there is no ONNX Runtime for " + processor + " processors");
                };
        return family + "-" + arch;
    }

    /// A file that is there is complete, since it is moved to its place as a whole.
    private static void unpack(String resource, Path file) throws IOException {
        if (Files.isRegularFile(file)) {
            return;
        }
        try (InputStream in = ModelFiles.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("there is no ONNX Runtime for this system");
            }
            Path directory = file.resolveSibling("");
            Files.createDirectories(
                    directory,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rwx------")));
            Path temporary = Files.createTempFile(directory, file.getFileName() + ".", ".tmp");
            try {
                Files.copy(in, temporary, StandardCopyOption.REPLACE_EXISTING);
                Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
            } finally {
                Files.deleteIfExists(temporary);
            }
        }
    }

    /// The runtime reads its libraries from the directory that this property names.
    OrtEnvironment environment() throws IOException, OrtException {
        System.setProperty("onnxruntime.native.path", libraries.toString());
        try {
            OrtEnvironment environment =
                    OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "deft");
            environment.setTelemetry(false);
            return environment;
        } catch (LinkageError e) {
            throw new IOException("ONNX Runtime does not run here: " + e.getMessage(), e);
        }
    }
}
