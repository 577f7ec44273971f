/// Tools that are programs: those of a project in `.deft/tools`, and those of the user.
@NullMarked
package dev.deft.engine.program;

import org.jspecify.annotations.NullMarked;
