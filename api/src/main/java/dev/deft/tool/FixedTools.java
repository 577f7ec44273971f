package dev.deft.tool;

import java.util.List;

/// A source that always has the same tools.
record FixedTools(String name, List<Tool<?>> tools) implements ToolSource {}
