package dev.deft.script.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.deft.script.table.ProgramOption.Effect;
import dev.deft.script.table.ProgramOption.Form;
import org.junit.jupiter.api.Test;

/// A table as it is written in `programs/`.
class ProgramTableTest {

    private final ProgramTable table =
            new ProgramTable(
                    """
                    # A program.

                    [tool]
                    style exact
                    global-options
                    plain -a -b= -c=2 -d== -e=? -f=; -g=$ -D*
                    writes --out={x|y}
                    operands 2

                    [tool run, tool go]
                    # A comment.
                    include tool
                    effect runs
                    name-words 3
                    operands {[a-z]+}
                    goals all  test
                    plain --out
                    wraps argv
                    leading 1
                    transparent

                    [tool run fast]
                    style gnu
                    """);

    private ProgramUsage usage(String name) {
        return table.usage(name).orElseThrow();
    }

    private ProgramOption option(String name) {
        return usage("tool").option(name).orElseThrow();
    }

    @Test
    void hasASectionForEachName() {
        assertThat(table.names()).containsExactly("tool", "tool run", "tool go", "tool run fast");
        assertThat(table.usage("tool stop")).isEmpty();
        assertThat(table.hasSubcommands("tool")).isTrue();
        assertThat(table.hasSubcommands("tool run")).isTrue();
        assertThat(table.hasSubcommands("tool go")).isFalse();
    }

    @Test
    void hasOptionsWithTheirValues() {
        assertThat(option("-a").takesAttached()).isFalse();
        assertThat(option("-b").values()).isEqualTo(1);
        assertThat(option("-c").values()).isEqualTo(2);
        assertThat(option("-d").form()).isEqualTo(Form.ATTACHED);
        assertThat(option("-e").form()).isEqualTo(Form.OPTIONAL);
        assertThat(option("-f").form()).isEqualTo(Form.UNTIL);
        assertThat(option("-g").form()).isEqualTo(Form.LAST);
        assertThat(option("-Dx=y").name()).isEqualTo("-D*");
        assertThat(option("--out").effect()).isEqualTo(Effect.WRITES);
        assertThat(option("--out").allowed().orElseThrow().pattern()).isEqualTo("x|y");
        assertThat(usage("tool").option("-z")).isEmpty();
        assertThat(usage("tool").completion("--o")).contains("--out");
    }

    @Test
    void includesTheOptionsOfAnotherSectionBehindItsOwn() {
        assertThat(usage("tool run").option("-b").orElseThrow().values()).isEqualTo(1);
        assertThat(usage("tool run").option("--out").orElseThrow().effect())
                .isEqualTo(Effect.PLAIN);
        assertThat(usage("tool go").option("-Dx")).isPresent();
    }

    @Test
    void inheritsGlobalOptionsAndTheStyle() {
        assertThat(usage("tool go").style()).isEqualTo(ProgramUsage.Style.EXACT);
        assertThat(usage("tool run fast").style()).isEqualTo(ProgramUsage.Style.GNU);
        assertThat(usage("tool run fast").option("-b")).isPresent();
        assertThat(
                        new ProgramTable("[x]\nplain -a\n[x y]\n")
                                .usage("x y")
                                .orElseThrow()
                                .option("-a"))
                .isEmpty();
    }

    @Test
    void knowsOperandsAndWrappers() {
        assertThat(usage("tool").maxOperands()).isEqualTo(2);
        assertThat(usage("tool").effect()).isEmpty();
        assertThat(usage("tool run").effect()).contains(Effect.RUNS);
        assertThat(usage("tool run").depth()).isEqualTo(2);
        assertThat(usage("tool run").accepts("abc")).isTrue();
        assertThat(usage("tool run").accepts("ABC")).isFalse();
        assertThat(usage("tool run").goals()).containsExactlyInAnyOrder("all", "test");
        assertThat(usage("tool run").wrap()).isEqualTo("argv");
        assertThat(usage("tool run").leading()).isEqualTo(1);
        assertThat(usage("tool run").transparent()).isTrue();
        assertThat(usage("tool").transparent()).isFalse();
    }

    @Test
    void rejectsUnknownKeys() {
        var broken = new ProgramTable("[x]\nnovelty -a\n");

        assertThatThrownBy(() -> broken.usage("x"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("x: [novelty, -a]");
    }
}
