package dev.deft.schema;

import dev.deft.tool.Bounds;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/// What the annotations of a parameter say.
///
/// The first annotation of a kind that a process reads costs it two milliseconds, since the JDK
/// generates a class for it. So the launcher's build (`.mvn/Desugar.java`) adds a method to each
/// parameter record that returns what its annotations say. Without that method, as in a program
/// that embeds Deft, they are read.
///
/// @param min the minimum, as in [Bounds]
/// @param max the maximum, as in [Bounds]
public record ComponentNotes(String doc, long min, long max, boolean dialectOnly) {

    private static final String WRITTEN = "desugared$notes";

    /// The notes of all components, in their order.
    static List<ComponentNotes> of(Class<?> type) {
        try {
            Method written = type.getDeclaredMethod(WRITTEN);
            written.setAccessible(true);
            return List.of((ComponentNotes[]) written.invoke(null));
        } catch (NoSuchMethodException _) {
            return Arrays.stream(type.getRecordComponents()).map(ComponentNotes::of).toList();
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("the notes of " + type + " cannot be read", e);
        }
    }

    private static ComponentNotes of(RecordComponent component) {
        Doc doc = component.getAnnotation(Doc.class);
        Bounds bounds = component.getAnnotation(Bounds.class);
        return new ComponentNotes(
                doc == null ? "" : doc.value(),
                bounds == null ? Long.MIN_VALUE : bounds.min(),
                bounds == null ? Long.MAX_VALUE : bounds.max(),
                component.isAnnotationPresent(DialectOnly.class));
    }
}
