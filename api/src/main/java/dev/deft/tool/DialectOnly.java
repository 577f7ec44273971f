package dev.deft.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a parameter that models do not see. Only mappers of dialects set it.
///
/// It lets a dialect offer more than the published parameters of a tool. The component must be
/// optional.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface DialectOnly {}
