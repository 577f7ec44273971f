package dev.deft.app;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import dev.deft.host.Host;
import dev.deft.host.WorkspaceFiles;
import dev.deft.tool.Tool;

/// Calls of tools, by their methods and by reference.
final class ToolCallers {

    private ToolCallers() {}

    /// Uses of [Tool#run], of the interface or of a class.
    static DescribedPredicate<JavaAccess<?>> thatRun() {
        return uses("run", Host.class);
    }

    /// Uses of [Tool#touches], of the interface or of a class.
    static DescribedPredicate<JavaAccess<?>> thatAskForTouches() {
        return uses("touches", WorkspaceFiles.class);
    }

    /// The compiler writes a method of its own beside each of these, for callers that know only the
    /// interface; it calls the one that people wrote.
    private static DescribedPredicate<JavaAccess<?>> uses(String method, Class<?> second) {
        return DescribedPredicate.describe(
                "call " + method + " of a tool",
                it ->
                        it.getTarget().getName().equals(method)
                                && it.getTargetOwner().isAssignableTo(Tool.class)
                                && it.getTarget() instanceof CodeUnitAccessTarget target
                                && target.getRawParameterTypes().size() == 2
                                && target.getRawParameterTypes().getLast().isEquivalentTo(second)
                                && !it.getOrigin().getModifiers().contains(JavaModifier.BRIDGE));
    }

    /// Every class but one and what is written inside it.
    static DescribedPredicate<JavaClass> otherThan(String name) {
        return DescribedPredicate.describe(
                "are not " + name,
                it -> !it.getName().equals(name) && !it.getName().startsWith(name + "$"));
    }
}
