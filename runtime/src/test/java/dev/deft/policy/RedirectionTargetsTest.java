package dev.deft.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.script.Script;
import dev.deft.script.command.SimpleCommand;
import dev.deft.tool.Touch;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedirectionTargetsTest {

    /// The touches of all redirections, such as `fs.write a`, with `?` where more are possible.
    private static String targets(String directory, String script) {
        var targets = new RedirectionTargets(directory);
        List<String> found = new ArrayList<>();
        for (SimpleCommand command : Script.read(script).commands()) {
            command.redirections()
                    .forEach(it -> {
                        RedirectionTargets.Target target = targets.of(it);
                        target.touches().forEach(touch -> found.add(text(touch)));
                        if (!target.known()) {
                            found.add("?");
                        }
                    });
            targets.changeDirectory(command);
        }
        return String.join(", ", found);
    }

    private static String text(Touch touch) {
        return touch.capability().wire() + " " + touch.subject();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '¦',
            quoteCharacter = '§',
            textBlock =
                    """
                    ls > a                         ¦ fs.write a
                    ls >> a                        ¦ fs.write a
                    ls >| a                        ¦ fs.write a
                    cat < a                        ¦ fs.read a
                    cat < a > b                    ¦ fs.read a, fs.write b
                    ls > ./a/../b                  ¦ fs.write b
                    ls > a/..                      ¦ fs.write .
                    ls > ../a                      ¦ fs.write ../a
                    ls > ../../a                   ¦ fs.write ../../a
                    ls > /etc//x/../y              ¦ fs.write /etc/y
                    ls > /                         ¦ fs.write /
                    ls > $x                        ¦ ?
                    ls > "a$x"                     ¦ ?
                    ls > ""                        ¦ ?
                    ls > /dev/tcp/e.org/80         ¦ net.fetch e.org:80
                    ls > /dev/udp/e.org/53         ¦ net.fetch e.org:53
                    ls > /dev/tcp/e.org            ¦ fs.write /dev/tcp/e.org
                    ls > /dev/sda                  ¦ fs.write /dev/sda
                    cd a; ls > b                   ¦ fs.write b, fs.write a/b
                    pushd a; ls > b                ¦ fs.write b, fs.write a/b
                    cd a; cd b; ls > c             ¦ fs.write c, fs.write a/c, fs.write b/c, fs.write a/b/c
                    cd /etc; ls > b                ¦ fs.write b, fs.write /etc/b
                    cd a; ls > /b                  ¦ fs.write /b
                    cd $x; ls > b                  ¦ fs.write b, ?
                    cd $x; ls > /b                 ¦ fs.write /b
                    cd; ls > b                     ¦ fs.write b, ?
                    cd -; ls > b                   ¦ fs.write b, ?
                    cd -P a; ls > b                ¦ fs.write b, ?
                    cd a/../..; ls > b             ¦ fs.write b, ?
                    cd ..a; ls > b                 ¦ fs.write b, fs.write ..a/b
                    popd; ls > b                   ¦ fs.write b, ?
                    ls a; ls > b                   ¦ fs.write b
                    """)
    void areTheFilesOfRedirections(String script, String expected) {
        assertThat(targets(".", script)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ls 2>&1",
                "cat <<< text",
                "ls > /dev/null",
                "ls < /dev/stdin",
                "ls > /dev/fd/3",
                "ls < /dev/urandom"
            })
    void areNothingForDescriptorsTextsAndHarmlessDevices(String script) {
        assertThat(targets(".", script)).isEmpty();
    }

    @Test
    void startInADirectory() {
        assertThat(targets("src", "ls > a; cd b; ls > ../c"))
                .isEqualTo("fs.write src/a, fs.write c, fs.write src/c");
    }

    @Test
    void areUnknownAfterTooManyDirectories() {
        String few = String.join("; ", IntStream.range(0, 4).mapToObj(it -> "cd d" + it).toList());

        assertThat(targets(".", few + "; ls > a")).doesNotContain("?");
        assertThat(targets(".", few + "; cd more; ls > a")).endsWith(", ?");
    }

    @ParameterizedTest
    @CsvSource({
        "/a, true",
        "/, true",
        ".., true",
        "../a, true",
        "a, false",
        "..a, false",
        "a/.., false"
    })
    void areOutsideTheRoot(String path, boolean expected) {
        assertThat(RedirectionTargets.isOutside(path)).isEqualTo(expected);
    }
}
