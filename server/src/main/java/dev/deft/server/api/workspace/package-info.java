/// The routes of workspaces: agents, models, files, tools, calls, rules, schedules and memory.
@NullMarked
package dev.deft.server.api.workspace;

import org.jspecify.annotations.NullMarked;
