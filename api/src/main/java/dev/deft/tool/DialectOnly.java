package dev.deft.tool;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Marks a parameter that no model sees: only a dialect's mapper fills it in.
///
/// The shape of a locked tool may not be enriched, yet a dialect may ask more of the same tool.
/// Such a component must be optional.
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface DialectOnly {}
