/// A command at work, however it was started: the order it was given, its input, its end, and the
/// scripts that take orders.
@NullMarked
package dev.deft.process.job;

import org.jspecify.annotations.NullMarked;
