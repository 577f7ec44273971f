package dev.deft.app.terminal.markdown;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The blocks that are not finished yet: containers from the outside, and the text in the innermost
/// one.
final class OpenBlocks {

    private static final int NONE = -1;

    private final List<Container> containers = new ArrayList<>();
    private Optional<Leaf> leaf = Optional.empty();
    private int numbers;
    private boolean blankBefore;

    /// The item that has a marker and nothing else yet.
    private int bareItem = NONE;

    /// Blocks that go on alone.
    OpenBlocks copy() {
        var copy = new OpenBlocks();
        copy.containers.addAll(containers);
        copy.leaf = leaf.map(Leaf::copy);
        copy.numbers = numbers;
        copy.blankBefore = blankBefore;
        copy.bareItem = bareItem;
        return copy;
    }

    int depth() {
        return containers.size();
    }

    Container container(int depth) {
        return containers.get(depth);
    }

    /// How many lists are around the text.
    int items() {
        return (int) containers.stream().filter(Container.Item.class::isInstance).count();
    }

    Optional<Leaf> leaf() {
        return leaf;
    }

    boolean isParagraph() {
        return leaf.isPresent() && leaf.get() instanceof ParagraphLeaf;
    }

    boolean isBare(Container.Item item) {
        return item.number() == bareItem;
    }

    /// A number that no block has yet.
    int number() {
        return numbers++;
    }

    boolean isAfterBlank() {
        return blankBefore;
    }

    void addBlank() {
        blankBefore = true;
    }

    void add(Container container) {
        containers.add(container);
    }

    /// Says that the innermost item has no text yet.
    void setBare() {
        bareItem = containers.getLast().number();
    }

    /// The place of a new block.
    Place place() {
        var place = new Place(number(), containers, blankBefore);
        blankBefore = false;
        bareItem = NONE;
        return place;
    }

    <T extends Leaf> T start(T next) {
        leaf = Optional.of(next);
        return next;
    }

    /// Forgets the text: something else was made of it.
    void dropLeaf() {
        leaf = Optional.empty();
    }

    void endLeaf(BlockOutput output) {
        leaf.ifPresent(it -> it.end(output));
        blankBefore |= leaf.isPresent() && leaf.get() instanceof CodeLeaf code && code.endsBlank();
        dropLeaf();
    }

    /// Closes all containers but the outermost ones.
    void closeTo(int depth, BlockOutput output) {
        if (containers.size() == depth) {
            return;
        }
        endLeaf(output);
        for (int i = depth; i < containers.size(); i++) {
            if (containers.get(i) instanceof Container.Item item) {
                List<Container> around = containers.subList(0, i + 1);
                output.emptyItem(new Place(item.number(), around, item.afterBlank()));
            }
        }
        containers.subList(depth, containers.size()).clear();
        bareItem = NONE;
    }
}
