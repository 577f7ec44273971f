/// Runs the scheduled jobs of served workspaces, and tells those who follow the server.
@NullMarked
package dev.deft.server.schedule;

import org.jspecify.annotations.NullMarked;
