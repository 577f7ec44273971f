package dev.deft.os;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.Bytes;
import dev.deft.os.Intent.Step;
import dev.deft.os.Intent.Traces;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class IntentTest {

    private static final Traces TRACES =
            new Traces(List.of(new OsPath("a/.deft-0.tmp")), List.of(new OsPath("a")));
    private static final List<Step> STEPS =
            List.of(
                    new Step(
                            new OsPath("a/größe"),
                            Optional.of(new OsPath("a/.deft-0.tmp")),
                            "1:2",
                            Optional.of("3:4")),
                    new Step(new OsPath("b"), Optional.empty(), "", Optional.empty()));

    @Test
    void comesBackAsItWasWritten() {
        assertThat(Intent.decoded(note())).isEqualTo(new Intent(TRACES, Optional.of(STEPS)));
    }

    @Test
    void hasNoStepsUnlessItIsWhole() {
        byte[] note = note().toArray();
        for (int length = 0; length < note.length; length++) {
            Bytes torn = Bytes.of(Arrays.copyOf(note, length));
            assertThat(Intent.decoded(torn).steps()).as("%d bytes", length).isEmpty();
        }
    }

    @Test
    void hasNoStepsWhenOneByteOfThemIsAnother() {
        int start = TRACES.encoded().size();
        for (int i = start; i < note().size(); i++) {
            byte[] note = note().toArray();
            note[i] ^= 1;
            assertThat(Intent.decoded(Bytes.of(note)).steps()).as("byte %d", i).isEmpty();
        }
    }

    @Test
    void namesNothingOutside() {
        for (String path : List.of("../a", "/etc", "a/../../b", "a//b", "")) {
            assertThat(Intent.decoded(hostile(path)).steps()).as(path).isEmpty();
        }
    }

    /// A note with another path of the same length in it would not be whole, so it is made by hand.
    private static Bytes hostile(String path) {
        return join(
                TRACES.encoded(),
                Intent.framed(out -> {
                    out.writeInt(1);
                    out.writeUTF(path);
                    out.writeUTF("");
                    out.writeUTF("");
                    out.writeUTF("");
                }));
    }

    private static Bytes note() {
        return join(TRACES.encoded(), Intent.encoded(STEPS));
    }

    private static Bytes join(Bytes first, Bytes second) {
        byte[] both = Arrays.copyOf(first.toArray(), first.size() + second.size());
        second.buffer().get(both, first.size(), second.size());
        return Bytes.wrap(both);
    }
}
