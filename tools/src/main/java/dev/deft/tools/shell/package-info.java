/// The tools that run commands and manage background processes. They know no operating system.
@NullMarked
package dev.deft.tools.shell;

import org.jspecify.annotations.NullMarked;
