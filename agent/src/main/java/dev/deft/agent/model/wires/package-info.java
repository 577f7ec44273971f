/// The list of wires. A new wire is a package beside this one and a line here.
@NullMarked
package dev.deft.agent.model.wires;

import org.jspecify.annotations.NullMarked;
