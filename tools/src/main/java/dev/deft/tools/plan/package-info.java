/// The plan of a session: written by the model, edited and approved by the user.
@NullMarked
package dev.deft.tools.plan;

import org.jspecify.annotations.NullMarked;
