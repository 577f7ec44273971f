/// The list of built-in tools, in the order a model sees them. It knows no operating system.
@NullMarked
package dev.deft.tools;

import org.jspecify.annotations.NullMarked;
