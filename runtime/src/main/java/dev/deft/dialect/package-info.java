/// Dialects: other names, parameters, result shapes and limits for the tools of a registry.
///
/// Tables are resources, mappings are functions from JSON to JSON. Nothing here runs a tool or
/// decides whether it may run.
@NullMarked
package dev.deft.dialect;

import org.jspecify.annotations.NullMarked;
