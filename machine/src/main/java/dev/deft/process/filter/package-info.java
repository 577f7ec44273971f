/// Programs of the user that read a text and answer with one, such as a watchdog.
///
/// They run outside the sandbox: the user chose them, no model did.
@NullMarked
package dev.deft.process.filter;

import org.jspecify.annotations.NullMarked;
