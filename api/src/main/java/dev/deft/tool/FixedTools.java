package dev.deft.tool;

import java.util.List;

/// A source with a fixed list of tools.
record FixedTools(String name, List<Tool<?>> tools) implements ToolSource {}
