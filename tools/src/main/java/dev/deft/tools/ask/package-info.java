/// Questions to the person in front of the session.
@NullMarked
package dev.deft.tools.ask;

import org.jspecify.annotations.NullMarked;
