/// The terminal: commands as data, their arguments, their help, their output.
@NullMarked
package dev.deft.app.cli;

import org.jspecify.annotations.NullMarked;
