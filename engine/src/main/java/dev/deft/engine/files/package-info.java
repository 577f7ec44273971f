/// Decides which files a call may touch, and records or shows the changes that commands make.
@NullMarked
package dev.deft.engine.files;

import org.jspecify.annotations.NullMarked;
