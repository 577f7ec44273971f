/// The registry of all tools, and the interface of dialects, which define names, descriptions,
/// parameters and limits. It knows neither gates nor the pipeline.
@NullMarked
package dev.deft.registry;

import org.jspecify.annotations.NullMarked;
