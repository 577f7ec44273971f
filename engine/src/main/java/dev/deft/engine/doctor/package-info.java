/// Checks what this machine offers, and advises on what is missing. It changes nothing.
@NullMarked
package dev.deft.engine.doctor;

import org.jspecify.annotations.NullMarked;
