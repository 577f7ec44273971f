/// Runs programs chosen by the user as filters, such as a watchdog.
///
/// They run outside the sandbox, because the user chose them, not a model.
@NullMarked
package dev.deft.process.filter;

import org.jspecify.annotations.NullMarked;
