/// Traces and metrics of runs and calls, by OpenTelemetry.
@NullMarked
package dev.deft.telemetry;

import org.jspecify.annotations.NullMarked;
