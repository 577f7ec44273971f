/// The tools there are, and how callers see them: the registry over all sources, and the dialects
/// that name, describe and bound its tools.
@NullMarked
package dev.deft.registry;

import org.jspecify.annotations.NullMarked;
