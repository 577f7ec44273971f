/// `deft acp`: the agent for editors, with the options and the configuration of `deft run`.
@NullMarked
package dev.deft.app.cli.acp;

import org.jspecify.annotations.NullMarked;
