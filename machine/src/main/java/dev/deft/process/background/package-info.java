/// Commands that go on in the background, and those that outlive the session that started them.
@NullMarked
package dev.deft.process.background;

import org.jspecify.annotations.NullMarked;
