package dev.deft.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// The smallest and largest value of a number, the fewest and most entries of a list, or the
/// shortest and longest length of a text.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Bounds {

    /// {@return the least that is accepted}
    long min() default Long.MIN_VALUE;

    /// {@return the most that is accepted}
    long max() default Long.MAX_VALUE;
}
