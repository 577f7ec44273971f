package dev.deft.kernel;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/// With calls as system calls are made, with linked ones, and with one after the other.
@ParameterizedClass
@ValueSource(ints = {1000, 0, 2})
class MemoryScanTest {

    private final Arena arena = Arena.ofShared();

    @Parameter int callsBeforeLinking;

    private MemoryScan scan;

    @BeforeEach
    void onLinux() {
        assumeTrue(Syscalls.available(), "only Linux has these system calls");
        scan = new MemoryScan(callsBeforeLinking);
    }

    @AfterEach
    void close() {
        arena.close();
    }

    @Test
    void findsAByteBetweenTwoPlaces() {
        MemorySegment text = text("abcabc");
        assertThat(scan.indexOf(text, 0, 6, (byte) 'b')).isEqualTo(1);
        assertThat(scan.indexOf(text, 2, 6, (byte) 'b')).isEqualTo(4);
        assertThat(scan.indexOf(text, 2, 4, (byte) 'b')).isEqualTo(-1);
        assertThat(scan.indexOf(text, 4, 4, (byte) 'b')).isEqualTo(-1);
    }

    @Test
    void findsATextBetweenTwoPlacesAndLeavesTheBytesAsTheyWere() {
        MemorySegment text = text("one two one two");
        byte[] before = text.toArray(JAVA_BYTE);
        MemorySegment two = arena.allocateFrom("two");
        assertThat(scan.indexOf(text, 0, 15, two)).isEqualTo(4);
        assertThat(scan.indexOf(text, 5, 15, two)).isEqualTo(12);
        assertThat(scan.indexOf(text, 5, 14, two)).isEqualTo(-1);
        assertThat(scan.indexOf(text, 15, 15, two)).isEqualTo(-1);
        assertThat(text.toArray(JAVA_BYTE)).isEqualTo(before);
    }

    @Test
    void looksNoFurtherThanANul() {
        MemorySegment text = text("one\0two");
        assertThat(scan.indexOf(text, 0, 7, arena.allocateFrom("two"))).isEqualTo(-1);
        assertThat(scan.indexOf(text, 4, 7, arena.allocateFrom("two"))).isEqualTo(4);
    }

    /// The text and one byte more.
    private MemorySegment text(String text) {
        MemorySegment memory = arena.allocate(text.length() + 1L);
        MemorySegment.copy(text.getBytes(UTF_8), 0, memory, JAVA_BYTE, 0, text.length());
        memory.set(JAVA_BYTE, text.length(), (byte) '#');
        return memory;
    }
}
