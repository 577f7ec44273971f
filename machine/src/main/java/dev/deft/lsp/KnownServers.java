package dev.deft.lsp;

import dev.deft.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The language servers that need no settings where they are installed.
public final class KnownServers {

    private static final List<ServerDefinition> BUILT_IN =
            List.of(
                    ServerDefinition.of(
                                    "typescript",
                                    List.of("typescript-language-server", "--stdio"),
                                    "ts",
                                    "tsx",
                                    "mts",
                                    "cts",
                                    "js",
                                    "jsx",
                                    "mjs",
                                    "cjs")
                            .with(typescriptOptions()),
                    ServerDefinition.of(
                            "pyright", List.of("pyright-langserver", "--stdio"), "py", "pyi"),
                    ServerDefinition.of("gopls", List.of("gopls"), "go", "mod"),
                    ServerDefinition.of("rust-analyzer", List.of("rust-analyzer"), "rs"),
                    ServerDefinition.of("jdtls", List.of("jdtls"), "java"),
                    ServerDefinition.of(
                            "clangd",
                            List.of("clangd"),
                            "c",
                            "h",
                            "cc",
                            "cpp",
                            "cxx",
                            "hpp",
                            "hh",
                            "hxx",
                            "m",
                            "mm"));

    /// The identifiers of the protocol, where they differ from the extension.
    private static final Map<String, String> LANGUAGES =
            Map.ofEntries(
                    Map.entry("ts", "typescript"),
                    Map.entry("mts", "typescript"),
                    Map.entry("cts", "typescript"),
                    Map.entry("tsx", "typescriptreact"),
                    Map.entry("js", "javascript"),
                    Map.entry("mjs", "javascript"),
                    Map.entry("cjs", "javascript"),
                    Map.entry("jsx", "javascriptreact"),
                    Map.entry("py", "python"),
                    Map.entry("pyi", "python"),
                    Map.entry("mod", "go.mod"),
                    Map.entry("rs", "rust"),
                    Map.entry("h", "c"),
                    Map.entry("cc", "cpp"),
                    Map.entry("cxx", "cpp"),
                    Map.entry("hpp", "cpp"),
                    Map.entry("hh", "cpp"),
                    Map.entry("hxx", "cpp"),
                    Map.entry("m", "objective-c"),
                    Map.entry("mm", "objective-cpp"),
                    Map.entry("kt", "kotlin"),
                    Map.entry("rb", "ruby"),
                    Map.entry("sh", "shellscript"),
                    Map.entry("yml", "yaml"),
                    Map.entry("cs", "csharp"));

    private KnownServers() {}

    /// One server that knows the project, not a second one that guesses until then; and a rename
    /// that renames an import too, instead of giving it another local name.
    private static Json.Obj typescriptOptions() {
        return Json.Obj.EMPTY
                .with("tsserver", Json.Obj.EMPTY.with("useSyntaxServer", new Json.Str("never")))
                .with(
                        "preferences",
                        Json.Obj.EMPTY.with(
                                "providePrefixAndSuffixTextForRename", new Json.Bool(false)));
    }

    /// The servers of the settings, then the built-in ones. A setting replaces the built-in server
    /// of the same name.
    public static List<ServerDefinition> with(List<ServerDefinition> configured) {
        Map<String, ServerDefinition> all = new LinkedHashMap<>();
        configured.forEach(it -> all.put(it.name(), it));
        BUILT_IN.forEach(it -> all.putIfAbsent(it.name(), it));
        return new ArrayList<>(all.values());
    }

    /// The language of a file.
    static String language(String path) {
        String extension = ServerDefinition.extension(path).orElse("plaintext");
        return LANGUAGES.getOrDefault(extension, extension);
    }
}
