package dev.deft.app;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import dev.deft.tool.Tool;
import java.util.Set;

/// What of the JDK reaches files, processes, sockets or memory of the machine, and whom it is
/// denied.
///
/// The JDK is listed by what is harmless, so that a package nobody thought of is denied.
final class WorldAccess {

    private static final Set<String> HARMLESS_PACKAGES =
            Set.of(
                    "java.awt.image",
                    "java.io",
                    "java.lang",
                    "java.lang.annotation",
                    "java.lang.invoke",
                    "java.lang.runtime",
                    "java.math",
                    "java.nio",
                    "java.nio.charset",
                    "java.nio.file",
                    "java.security",
                    "java.text",
                    "java.time",
                    "java.time.chrono",
                    "java.time.format",
                    "java.time.temporal",
                    "java.time.zone",
                    "java.util",
                    "java.util.concurrent",
                    "java.util.concurrent.atomic",
                    "java.util.concurrent.locks",
                    "java.util.function",
                    "java.util.random",
                    "java.util.regex",
                    "java.util.stream",
                    "javax.imageio",
                    "javax.imageio.stream");

    /// A URI is text with parts; only what it is handed to could open a connection. A logger can be
    /// told to be quiet; only a handler could open a file.
    private static final Set<String> HARMLESS_CLASSES =
            Set.of(
                    "java.awt.Color",
                    "java.awt.Graphics2D",
                    "java.awt.RenderingHints",
                    "java.awt.RenderingHints$Key",
                    "java.net.URI",
                    "java.net.URISyntaxException",
                    "java.net.URLDecoder",
                    "java.net.URLEncoder",
                    "java.util.logging.Level",
                    "java.util.logging.Logger");

    private static final Set<String> HARMFUL_CLASSES =
            Set.of(
                    "java.io.RandomAccessFile",
                    "java.lang.Process",
                    "java.lang.ProcessBuilder",
                    "java.lang.ProcessHandle",
                    "java.lang.Runtime",
                    "java.nio.file.FileSystem",
                    "java.nio.file.FileSystems",
                    "java.nio.file.Files",
                    "java.nio.file.Paths",
                    "java.util.ServiceLoader",
                    "javax.imageio.stream.FileCacheImageInputStream",
                    "javax.imageio.stream.FileCacheImageOutputStream",
                    "javax.imageio.stream.FileImageInputStream",
                    "javax.imageio.stream.FileImageOutputStream");

    /// Methods and constructors of harmless classes that open a file all the same, if only as a
    /// cache.
    private static final Set<String> HARMFUL_TARGETS =
            Set.of(
                    "java.io.PrintStream.<init>(java.lang.String)",
                    "java.io.PrintStream.<init>(java.lang.String, java.lang.String)",
                    "java.io.PrintWriter.<init>(java.lang.String)",
                    "java.io.PrintWriter.<init>(java.lang.String, java.lang.String)",
                    "java.lang.System.load(java.lang.String)",
                    "java.lang.System.loadLibrary(java.lang.String)",
                    "java.util.Formatter.<init>(java.lang.String)",
                    "java.util.Formatter.<init>(java.lang.String, java.lang.String)",
                    "java.util.Scanner.<init>(java.nio.file.Path)",
                    "java.util.Scanner.<init>(java.nio.file.Path, java.lang.String)",
                    "javax.imageio.ImageIO.createImageInputStream(java.lang.Object)",
                    "javax.imageio.ImageIO.createImageOutputStream(java.lang.Object)",
                    "javax.imageio.ImageIO.read(java.io.InputStream)",
                    "javax.imageio.ImageIO.write(java.awt.image.RenderedImage, java.lang.String, java.io.OutputStream)");

    private static final Set<String> HARMFUL_METHODS_OF_PATH =
            Set.of("register", "toFile", "toRealPath");

    private WorldAccess() {}

    static DescribedPredicate<JavaClass> ofTheJdk() {
        return DescribedPredicate.describe(
                "reach files, processes or the network", WorldAccess::isHarmful);
    }

    private static boolean isHarmful(JavaClass it) {
        String name = it.getBaseComponentType().getName();
        String inPackage = it.getBaseComponentType().getPackageName();
        boolean ofTheJdk =
                inPackage.matches("(java|javax|jdk|sun|com\\.sun)(\\..*)?") && !inPackage.isEmpty();
        if (!ofTheJdk || HARMLESS_CLASSES.contains(name)) {
            return false;
        }
        return !HARMLESS_PACKAGES.contains(inPackage)
                || HARMFUL_CLASSES.contains(name)
                || isFileOfJavaIo(name);
    }

    private static boolean isFileOfJavaIo(String name) {
        return name.startsWith("java.io.File") && !name.equals("java.io.FileNotFoundException");
    }

    static DescribedPredicate<JavaAccess<?>> byASideDoor() {
        return DescribedPredicate.describe(
                "open a file by a class that is harmless otherwise",
                it ->
                        HARMFUL_TARGETS.contains(it.getTarget().getFullName())
                                || (it.getTargetOwner().getName().equals("java.nio.file.Path")
                                        && HARMFUL_METHODS_OF_PATH.contains(
                                                it.getTarget().getName())));
    }

    /// Tools, and what is written inside them: a lambda's or nested class's deed is the tool's.
    static DescribedPredicate<JavaClass> tools() {
        return DescribedPredicate.describe(
                "are tools or belong to one", WorldAccess::isPartOfATool);
    }

    private static boolean isPartOfATool(JavaClass it) {
        return it.getPackageName().matches("dev\\.deft\\.tools(\\..*)?")
                || it.isAssignableTo(Tool.class)
                || it.getEnclosingClass().filter(WorldAccess::isPartOfATool).isPresent();
    }
}
