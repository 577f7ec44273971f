/// Tools that the user put into a directory as jars.
@NullMarked
package dev.deft.engine.plugin;

import org.jspecify.annotations.NullMarked;
