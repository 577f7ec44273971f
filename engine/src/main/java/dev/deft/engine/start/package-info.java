/// What is loaded and prepared beside other work, so that a session starts sooner.
@NullMarked
package dev.deft.engine.start;

import org.jspecify.annotations.NullMarked;
