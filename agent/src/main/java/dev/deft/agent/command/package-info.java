/// Own slash commands: prompts in Markdown files, with arguments, files and output of programs.
@NullMarked
package dev.deft.agent.command;

import org.jspecify.annotations.NullMarked;
