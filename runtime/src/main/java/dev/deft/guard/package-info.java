/// The gates: capability, permission rules, protected and allowed paths, masked text, call quota,
/// watchdog.
///
/// A gate only narrows what a call may do. It runs nothing, and knows no other gate.
@NullMarked
package dev.deft.guard;

import org.jspecify.annotations.NullMarked;
