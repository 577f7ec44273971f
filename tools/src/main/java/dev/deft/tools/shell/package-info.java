/// Tools that run commands, and look after those that go on in the background.
@NullMarked
package dev.deft.tools.shell;

import org.jspecify.annotations.NullMarked;
