package dev.deft.app;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/// Compiles sources given as text, against the class path of the tests.
final class JavaSources {

    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern TYPE =
            Pattern.compile("(?m)^(?:public |final )*(?:class|record|interface|enum) (\\w+)");

    private JavaSources() {}

    /// What the compiler has against the sources, such as `line 3: cannot find symbol`; nothing
    /// when they are fine.
    ///
    /// @param classes the directory to put the classes in; what is there already can be used
    static List<String> compile(Path classes, String... sources) {
        var found = new DiagnosticCollector<JavaFileObject>();
        ToolProvider.getSystemJavaCompiler()
                .getTask(
                        null,
                        null,
                        found,
                        List.of(
                                "-d",
                                classes.toString(),
                                "-proc:none",
                                "-classpath",
                                System.getProperty("java.class.path")
                                        + File.pathSeparator
                                        + classes),
                        null,
                        Stream.of(sources).map(Source::new).toList())
                .call();
        return found.getDiagnostics().stream()
                .filter(it -> it.getKind() == Diagnostic.Kind.ERROR)
                .map(it -> "line " + it.getLineNumber() + ": " + it.getMessage(Locale.ROOT))
                .toList();
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///" + path(text) + ".java"), Kind.SOURCE);
            this.text = text;
        }

        private static String path(String text) {
            String directory =
                    first(PACKAGE, text).map(it -> it.replace('.', '/') + "/").orElse("");
            return directory + first(TYPE, text).orElse("Example");
        }

        private static Optional<String> first(Pattern pattern, String text) {
            return pattern.matcher(text).results().findFirst().map((MatchResult it) -> it.group(1));
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        /// A block of documentation may declare several types in any order.
        @Override
        public boolean isNameCompatible(String simpleName, Kind kind) {
            return kind == Kind.SOURCE;
        }
    }
}
