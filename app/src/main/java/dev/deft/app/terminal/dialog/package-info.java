/// What the user is asked and shown below the conversation: approvals, questions, pickers, and a
/// pager for the whole screen. They are drawn into frames; nothing here writes to a terminal.
@NullMarked
package dev.deft.app.terminal.dialog;

import org.jspecify.annotations.NullMarked;
