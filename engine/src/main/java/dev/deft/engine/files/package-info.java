/// Which files a call may touch, and what becomes of the changes that commands make.
@NullMarked
package dev.deft.engine.files;

import org.jspecify.annotations.NullMarked;
