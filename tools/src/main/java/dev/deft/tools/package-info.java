/// The built-in tools: one list, in the order a model sees it.
@NullMarked
package dev.deft.tools;

import org.jspecify.annotations.NullMarked;
