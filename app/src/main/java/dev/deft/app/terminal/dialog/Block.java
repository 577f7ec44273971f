package dev.deft.app.terminal.dialog;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;

/// Lines that are laid out for a width. A line is styled when it is asked for, since a text of some
/// megabytes has many lines and few of them are on the screen.
interface Block {

    int size();

    /// One line.
    ///
    /// @param index from 0
    AttributedString line(int index);

    /// Lines that are drawn already.
    static Block of(List<AttributedString> lines) {
        List<AttributedString> copy = List.copyOf(lines);
        return new Block() {
            @Override
            public int size() {
                return copy.size();
            }

            @Override
            public AttributedString line(int index) {
                return copy.get(index);
            }
        };
    }

    /// Blocks below each other.
    static Block joined(List<Block> blocks) {
        List<Block> copy = List.copyOf(blocks);
        int size = copy.stream().mapToInt(Block::size).sum();
        return new Block() {
            @Override
            public int size() {
                return size;
            }

            @Override
            public AttributedString line(int index) {
                int rest = index;
                for (Block block : copy) {
                    if (rest < block.size()) {
                        return block.line(rest);
                    }
                    rest -= block.size();
                }
                throw new IndexOutOfBoundsException(index);
            }
        };
    }

    /// Some lines.
    ///
    /// @param to the first line that is left out
    default List<AttributedString> lines(int from, int to) {
        List<AttributedString> lines = new ArrayList<>();
        for (int i = from; i < to; i++) {
            lines.add(line(i));
        }
        return lines;
    }
}
