/// Pictures that users send with a message.
@NullMarked
package dev.deft.engine.attachment;

import org.jspecify.annotations.NullMarked;
