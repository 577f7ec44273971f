/// Tests of the agent in editors, with clients of our own and of others.
@NullMarked
package dev.deft.acp;

import org.jspecify.annotations.NullMarked;
