package dev.deft.instance;

import dev.deft.tool.Tool;
import java.util.List;

/// The tools of instances, in the order a model sees them.
public final class InstanceTools {

    private InstanceTools() {}

    public static List<Tool<?>> all() {
        return List.of(
                new InstanceSpawnTool(),
                new InstanceListTool(),
                new InstanceStopTool(),
                new SelfInfoTool(),
                new ExposePortTool(),
                new UnexposePortTool(),
                new KeepaliveAcquireTool(),
                new KeepaliveReleaseTool(),
                new SelfRestartTool());
    }
}
