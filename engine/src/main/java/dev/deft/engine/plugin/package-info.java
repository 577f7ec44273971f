/// Loads tools from jars in the user's plug-in directory.
@NullMarked
package dev.deft.engine.plugin;

import org.jspecify.annotations.NullMarked;
