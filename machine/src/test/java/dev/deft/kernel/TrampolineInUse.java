package dev.deft.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.host.Bytes;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Runs only where [TrampolineTest] has named a library.
class TrampolineInUse {

    private static final int EBADF = 9;

    @Test
    void isLoadedIfTheLibraryIsOne() {
        boolean whole = System.getProperty(Trampoline.PROPERTY, "").endsWith("libdeft.so");
        assertThat(Trampoline.LOADED).isEqualTo(whole);
        assertThat(Syscalls.available()).isTrue();
        assertThat(Spawn.available()).isTrue();
    }

    @Test
    void findsTheFunctionsThatTheLinkerFinds() {
        for (String function : List.of("memchr", "strstr", "syscall")) {
            MemorySegment found = CLibrary.function(function);
            assertThat(found.address())
                    .isEqualTo(
                            Linker.nativeLinker().defaultLookup().findOrThrow(function).address());
        }
        assertThatThrownBy(() -> CLibrary.function("no_such_function"))
                .isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void passesEveryArgument(@TempDir Path directory) throws Exception {
        try (FileHandle root = FileHandle.openDirectory(directory.toString());
                FileHandle file =
                        root.openBeneath("x", FileHandle.READ_WRITE | FileHandle.CREATE, 0640)) {
            file.write(Bytes.of("0123456789"));
            try (var memory = SyscallMemory.take()) {
                NativeMemory read = memory.allocate(8);
                read.clear();
                int pread = CLibrary.NUMBERS.pread64();
                assertThat(memory.result(pread, file.descriptor(), read.address(), 3, 4, 0))
                        .isEqualTo(3);
                assertThat(read.copy(5)).containsExactly('4', '5', '6', 0, 0);
                assertThat(memory.result(pread, -1, read.address(), 3, 4, 0)).isEqualTo(-EBADF);
            }
        }
    }
}
