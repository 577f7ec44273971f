package dev.deft.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ErrnoTest {

    /// Perl knows the numbers from the headers of the C library.
    @Test
    void hasTheNumbersOfTheCLibrary() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "perl is not installed");
        List<String> ours = new ArrayList<>();
        for (Field it :
                Stream.of(Errno.class, FileErrno.class)
                        .flatMap(type -> Stream.of(type.getFields()))
                        .toList()) {
            ours.add(it.getName() + " " + it.getInt(null));
        }
        var command = new ArrayList<>(List.of("/usr/bin/perl", "-MErrno", "-e"));
        command.add("print \"$_ \", Errno->can($_)->(), \"\\n\" for @ARGV");
        ours.forEach(it -> command.add(it.substring(0, it.indexOf(' '))));
        Process perl = new ProcessBuilder(command).redirectErrorStream(true).start();
        String theirs = new String(perl.getInputStream().readAllBytes(), UTF_8);
        assertThat(ours).hasSizeGreaterThan(20);
        assertThat(theirs.lines().toList()).isEqualTo(ours);
    }

    @Test
    void becomesTheExceptionOfTheJdk() {
        assertThat(Errno.exception("open", "a", -Errno.ENOENT))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage("a");
        assertThat(Errno.exception("open", "a", -Errno.EACCES))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("a");
        assertThat(Errno.exception("open", "a", -Errno.EPERM))
                .isInstanceOf(AccessDeniedException.class);
        assertThat(Errno.exception("open", "a", -Errno.ENOTDIR))
                .isInstanceOf(NotDirectoryException.class);
        assertThat(Errno.exception("open", "a", -Errno.ELOOP))
                .isInstanceOf(FileSystemLoopException.class);
    }

    @Test
    void isNamedInTheMessageOfAnyOtherError() throws IOException {
        assertThat(Errno.exception("open", "a", -FileErrno.EIO))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("open of a: error 5");
        assertThat(new KernelException("renameat2", FileErrno.EXDEV))
                .hasMessage("renameat2: error 18");
    }
}
