/// Skills by the Agent Skills specification: what they are, where they are found, their index.
@NullMarked
package dev.deft.agent.skill;

import org.jspecify.annotations.NullMarked;
