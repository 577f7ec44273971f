package dev.deft.tools.files;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OmissionTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "// ... rest of the code",
                "    // ... existing code ...",
                "# … unchanged",
                "<!-- rest of file -->",
                "/* ... rest of the implementation ... */",
                "{/* ... existing code ... */}",
                "-- ... remaining columns",
                "... rest of the file unchanged ...",
                "# rest of the code remains the same",
                "// The rest of the class is unchanged",
                "; ... omitted for brevity",
                "[rest of the file unchanged]",
                "// existing methods here",
                "* ... other methods ..."
            })
    void seesWhatStandsForTextLeftOut(String line) {
        assertThat(Omission.firstLine("first\n" + line + "\nlast\n", "")).contains(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "...",
                "# ...",
                "    pass  # ... rest of the code is in b.py",
                "print('... rest of the code')",
                "# The rest of the file format is described in RFC 1.",
                "// remaining items",
                "// the existing code path is slow",
                "- rest of the year",
                "for rest of items: ...",
                "// ...args are spread"
            })
    void letsRealTextPass(String line) {
        assertThat(Omission.firstLine("first\n" + line + "\nlast\n", "")).isEmpty();
    }

    @Test
    void letsPassWhatWasThereBefore() {
        String line = "// ... rest of the code";
        assertThat(Omission.firstLine(line, "    " + line)).isEmpty();
    }
}
