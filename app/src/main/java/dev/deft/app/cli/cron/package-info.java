/// `deft cron`: lists, adds, removes and runs scheduled jobs.
@NullMarked
package dev.deft.app.cli.cron;

import org.jspecify.annotations.NullMarked;
