package dev.deft.app.terminal.dialog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.app.terminal.ui.Key;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PickerTest {

    @Test
    void picksThePreselectedItem() {
        assertThat(after(picker(50, 7), "enter")).contains(Optional.of(7));
    }

    @Test
    void movesThroughTheItems() {
        assertThat(after(picker(50, 0), "down", "down", "up", "enter")).contains(Optional.of(1));
        assertThat(after(picker(50, 0), "up", "enter")).as("around").contains(Optional.of(49));
        assertThat(after(picker(50, 0), "end", "down", "enter")).contains(Optional.of(0));
        assertThat(after(picker(50, 9), "home", "enter")).contains(Optional.of(0));
        assertThat(after(picker(50, 0), "pagedown", "pageup", "enter")).contains(Optional.of(0));
        assertThat(after(picker(50, 0), "pagedown", "pagedown", "pagedown", "enter"))
                .contains(Optional.of(49));
    }

    @Test
    void filtersWhatIsTyped() {
        assertThat(after(picker(50, 3), "em 42", "enter")).contains(Optional.of(42));
        assertThat(after(picker(50, 3), "zzz", "enter")).as("nothing fits").isEmpty();
        assertThat(after(picker(50, 3), "zzz", "ctrl-u", "enter")).contains(Optional.of(0));
    }

    @Test
    void putsTheBestMatchFirst() {
        var items = List.of(item("far a b c"), item("xabcx"), item("the abc"), item("nothing"));
        var picker = new Picker<>(DrawnDialog.THEME, "Pick", items);
        assertThat(after(picker, "abc", "enter")).contains(Optional.of("the abc"));
    }

    @Test
    void cancels() {
        assertThat(after(picker(50, 7), "esc")).contains(Optional.empty());
    }

    @Test
    void picksOneOfAFewByItsNumber() {
        assertThat(after(picker(3, 0), "2")).contains(Optional.of(1));
        assertThat(after(picker(3, 0), "4")).as("there is no fourth").isEmpty();
        assertThat(after(picker(50, 0), "2")).as("a number filters many").isEmpty();
    }

    @Test
    void hasNothingToPickAmongNoItems() {
        var picker = new Picker<Integer>(DrawnDialog.THEME, "Pick", List.of());
        assertThat(after(picker, "up", "down", "pagedown", "end", "x", "enter")).isEmpty();
        assertThat(after(picker, "esc")).contains(Optional.empty());
    }

    @Test
    void showsOnlyReadableText() {
        var items =
                List.of(
                        new Picker.Item<>(1, "title\u001b[2J\u202e\nsecond", "a\tb\u200b"),
                        new Picker.Item<>(2, "x".repeat(100_000), ""));
        var picker =
                new Picker<>(
                        DrawnDialog.THEME,
                        "Pick",
                        items,
                        new Picker.Setup<>(_ -> "\u001b]0;x\u0007ok", 0));
        assertThat(DrawnDialog.lines(picker, 60, 20))
                .contains(" ❯ 1 title second" + " ".repeat(39) + "a b", "   │ ok");
    }

    @Test
    void filtersManyItems() {
        var picker = picker(100_000, 0);
        picker.press(new Key.Pasted("99999"));
        picker.press(new Key.Press("enter"));
        assertThat(picker.answer()).contains(Optional.of(99_999));
    }

    private static Picker.Item<String> item(String label) {
        return new Picker.Item<>(label, label, "");
    }

    private static Picker<Integer> picker(int count, int selected) {
        var items =
                IntStream.range(0, count)
                        .mapToObj(it -> new Picker.Item<>(it, "Item " + it, "detail"))
                        .toList();
        return new Picker<>(
                DrawnDialog.THEME, "Pick", items, new Picker.Setup<>(_ -> "", selected));
    }

    private static <T> Optional<Optional<T>> after(Picker<T> picker, String... keys) {
        DrawnDialog.press(picker, keys);
        return picker.answer();
    }
}
