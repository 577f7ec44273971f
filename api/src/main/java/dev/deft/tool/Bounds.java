package dev.deft.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The range of a number, of the size of a list, or of the length of a text.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Bounds {

    /// {@return the minimum}
    long min() default Long.MIN_VALUE;

    /// {@return the maximum}
    long max() default Long.MAX_VALUE;
}
