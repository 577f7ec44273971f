/// The gates: capability, permission rules, protected and allowed paths, watchdog. None knows
/// another.
///
/// Everything here only narrows what a call may do; nothing here does anything.
@NullMarked
package dev.deft.guard;

import org.jspecify.annotations.NullMarked;
