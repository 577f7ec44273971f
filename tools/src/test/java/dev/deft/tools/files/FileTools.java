package dev.deft.tools.files;

import dev.deft.codec.JsonText;
import dev.deft.tool.Tool;
import dev.deft.tools.BuiltinTools;
import java.time.InstantSource;
import java.util.List;

/// The built-in tools of this package.
final class FileTools {

    private FileTools() {}

    static List<Tool<?>> all() {
        return BuiltinTools.all(InstantSource.system(), new JsonText()).stream()
                .filter(it -> it.getClass().getPackage().equals(FileTools.class.getPackage()))
                .toList();
    }

    static Tool<?> named(String id) {
        return all().stream().filter(it -> it.spec().id().equals(id)).findFirst().orElseThrow();
    }
}
