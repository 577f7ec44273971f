package dev.deft.tool;

import java.util.List;

/// Provides the tools of a jar.
///
/// Name the implementation in `META-INF/services/dev.deft.tool.ToolProvider`. It needs a public
/// constructor without parameters.
public interface ToolProvider {

    /// {@return the tools; called once per start of the program}
    List<Tool<?>> tools();
}
