/// The other names and shapes of the same tools: tables as resources, and small mappers.
///
/// A dialect never does anything itself. It renames, reshapes and bounds; the tools are those of
/// the registry.
@NullMarked
package dev.deft.dialect;

import org.jspecify.annotations.NullMarked;
