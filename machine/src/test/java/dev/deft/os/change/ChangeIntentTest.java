package dev.deft.os.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.os.change.ChangeIntent.Traces;
import dev.deft.os.tree.OsPath;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ChangeIntentTest {

    private static final Traces TRACES =
            new Traces(List.of(new OsPath("a/.deft-0.tmp")), List.of(new OsPath("a")));
    private static final String PLACE = "5:6";
    private static final List<ChangeStep> STEPS =
            List.of(
                    new ChangeStep.Remove(new OsPath("b"), "7:8"),
                    new ChangeStep.RemoveDirectory(new OsPath("d"), "9:a"),
                    new ChangeStep.MakeDirectory(new OsPath("b")),
                    new ChangeStep.Put(
                            new OsPath("a/größe"),
                            new OsPath("a/.deft-0.tmp"),
                            "1:2",
                            Optional.of("3:4")),
                    new ChangeStep.Put(
                            new OsPath("a/new"),
                            new OsPath("a/.deft-1.tmp"),
                            "1:2",
                            Optional.empty()),
                    new ChangeStep.Adjust(
                            new OsPath("e"),
                            OptionalInt.of(0755),
                            OptionalLong.of(7),
                            Optional.of("b:c")),
                    new ChangeStep.Adjust(
                            new OsPath("b"),
                            OptionalInt.empty(),
                            OptionalLong.empty(),
                            Optional.empty()));

    @Test
    void comesBackAsItWasWritten() {
        assertThat(ChangeIntent.decoded(note(), PLACE))
                .isEqualTo(new ChangeIntent(TRACES, Optional.of(STEPS)));
    }

    @Test
    void hasNoStepsUnlessItIsWhole() {
        byte[] note = note().toArray();
        for (int length = 0; length < note.length; length++) {
            Bytes torn = Bytes.of(Arrays.copyOf(note, length));
            assertThat(ChangeIntent.decoded(torn, PLACE).steps()).as("%d bytes", length).isEmpty();
        }
    }

    @Test
    void hasNoStepsWhenOneByteOfThemIsAnother() {
        int start = TRACES.encoded().size();
        for (int i = start; i < note().size(); i++) {
            byte[] note = note().toArray();
            note[i] ^= 1;
            assertThat(ChangeIntent.decoded(Bytes.of(note), PLACE).steps())
                    .as("byte %d", i)
                    .isEmpty();
        }
    }

    @Test
    void hasNoStepsInAnotherPlace() {
        assertThat(ChangeIntent.decoded(note(), "5:7"))
                .isEqualTo(new ChangeIntent(TRACES, Optional.empty()));
    }

    @Test
    void namesNothingOutside() {
        assertThat(ChangeIntent.decoded(hostile("a"), PLACE).steps()).isPresent();
        for (String path : List.of("../a", "/../etc", "//etc", "a/../../b", "a//b", "")) {
            assertThat(ChangeIntent.decoded(hostile(path), PLACE).steps()).as(path).isEmpty();
        }
    }

    /// The journal repairs only what its tree holds, see [ChangeJournal].
    @Test
    void tellsOfEachPathThatItWouldTouch() {
        assertThat(ChangeIntent.decoded(hostile("/etc"), PLACE).paths())
                .contains(new OsPath("/etc"));
    }

    /// A note with another path of the same length in it would not be whole, so it is made by hand.
    private static Bytes hostile(String path) {
        return join(
                TRACES.encoded(),
                ChangeIntent.framed(out -> {
                    out.writeUTF(PLACE);
                    out.writeInt(1);
                    out.writeByte(ChangeStep.MAKE_DIRECTORY);
                    out.writeUTF(path);
                }));
    }

    private static Bytes note() {
        return join(TRACES.encoded(), ChangeIntent.encoded(PLACE, STEPS));
    }

    private static Bytes join(Bytes first, Bytes second) {
        byte[] both = Arrays.copyOf(first.toArray(), first.size() + second.size());
        second.buffer().get(both, first.size(), second.size());
        return Bytes.wrap(both);
    }
}
