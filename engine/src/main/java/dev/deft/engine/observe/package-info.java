/// What observes an engine: its sessions, runs, steps, requests, calls and commands as they happen.
@NullMarked
package dev.deft.engine.observe;

import org.jspecify.annotations.NullMarked;
