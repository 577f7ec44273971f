/// What this machine offers, and what to do about what is missing.
@NullMarked
package dev.deft.engine.doctor;

import org.jspecify.annotations.NullMarked;
