/// The tools for time, environment variables and pauses. They know no operating system.
@NullMarked
package dev.deft.tools.system;

import org.jspecify.annotations.NullMarked;
