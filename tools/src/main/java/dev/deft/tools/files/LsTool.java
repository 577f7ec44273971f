package dev.deft.tools.files;

import dev.deft.host.FileInfo;
import dev.deft.host.Host;
import dev.deft.host.Limits;
import dev.deft.host.WorkspaceFiles;
import dev.deft.host.WorkspacePath;
import dev.deft.tool.DialectOnly;
import dev.deft.tool.Doc;
import dev.deft.tool.RequirementSet;
import dev.deft.tool.Tool;
import dev.deft.tool.ToolCategory;
import dev.deft.tool.ToolKind;
import dev.deft.tool.ToolResult;
import dev.deft.tool.ToolSpec;
import dev.deft.tool.Touch;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Lists a directory.
public final class LsTool implements Tool<LsTool.Params> {

    /// The directory to list.
    ///
    /// @param recursive includes subdirectories; the data is [Details]
    /// @param pattern a glob that names must match, or paths if it contains a `/`
    /// @param tree everything below, indented; the data is [Tree]
    /// @param ignore globs of names or paths to omit
    /// @param detailed the data is [Details]
    public record Params(
            @Doc("Directory to show; `.` is the workspace") String path,
            @DialectOnly Optional<Boolean> recursive,
            @DialectOnly Optional<String> pattern,
            @DialectOnly Optional<Boolean> tree,
            @DialectOnly Optional<List<String>> ignore,
            @DialectOnly Optional<Boolean> detailed) {

        /// The parameters of the default dialect.
        public static Params of(String path) {
            return new Params(
                    path,
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty());
        }
    }

    /// The entries of the directory, sorted by name.
    public record Data(String path, List<Entry> entries) {

        public Data {
            entries = List.copyOf(entries);
        }
    }

    /// One entry.
    ///
    /// @param type `file`, `dir`, `symlink` or `other`
    /// @param size of a file; 0 for anything else
    public record Entry(String name, String type, long size) {}

    /// The entries of the directory, or below it, sorted by path.
    ///
    /// @param count of all entries, including those not shown
    public record Details(String path, int count, List<Detail> entries) {

        public Details {
            entries = List.copyOf(entries);
        }
    }

    /// One entry.
    ///
    /// @param path relative to the workspace
    /// @param modified the modification time, in milliseconds since 1970
    public record Detail(String name, String path, String type, long size, long modified) {}

    /// Everything below the directory, one line each, indented by depth.
    public record Tree(String path, int count, String tree) {}

    @Override
    public ToolSpec<Params> spec() {
        return ToolSpec.of(
                        "ls",
                        Params.class,
                        ToolCategory.FILE,
                        ToolKind.READ,
                        Map.of("entries", Limits.DEFAULT.items()))
                .requiring(RequirementSet.reading("{workspace}/**"));
    }

    @Override
    public List<Touch> touches(Params params, WorkspaceFiles files) throws IOException {
        WorkspacePath directory = files.resolve(params.path());
        return List.of(deep(params) ? Touch.readingTree(directory) : Touch.reading(directory));
    }

    private static boolean deep(Params params) {
        return params.recursive().orElse(false) || params.tree().orElse(false);
    }

    @Override
    public ToolResult run(Params params, Host host) throws IOException, InterruptedException {
        WorkspacePath directory = PathLookup.directory(host.files(), params.path());
        var listing =
                new DirectoryListing(
                        host.files(),
                        params.pattern().map(EntryPattern::new),
                        params.ignore().orElse(List.of()).stream().map(EntryPattern::new).toList());
        listing.walk(
                directory, deep(params) ? DirectoryListing.Depth.ALL : DirectoryListing.Depth.ONE);
        if (params.tree().orElse(false)) {
            return tree(directory, listing, host);
        }
        boolean detailed = deep(params) || params.detailed().orElse(false);
        return flat(directory, listing, host, detailed);
    }

    private static ToolResult tree(WorkspacePath directory, DirectoryListing listing, Host host)
            throws IOException {
        List<String> lines = listing.found().stream().map(LsTool::indented).toList();
        var shown = ListHead.of(lines, host.limits());
        String tree = String.join("\n", shown.items()) + shown.notice(lines.size(), "entries");
        String root = directory.display() + "/\n";
        ToolResult.Output output =
                ToolResult.output(
                        new Tree(directory.display(), lines.size(), root + tree),
                        root + tree + ListHead.unreadable(listing.unreadable()),
                        "Listed " + directory.display());
        return withSidecar(output, shown, lines, host);
    }

    private static String indented(DirectoryListing.Found found) {
        return "  ".repeat(found.depth()) + "  " + name(found);
    }

    private static String name(DirectoryListing.Found found) {
        return found.info().type() == FileInfo.Type.DIRECTORY
                ? found.info().name() + "/"
                : found.info().name();
    }

    private static ToolResult flat(
            WorkspacePath directory, DirectoryListing listing, Host host, boolean detailed)
            throws IOException {
        List<DirectoryListing.Found> found =
                listing.found().stream()
                        .sorted(Comparator.comparing(DirectoryListing.Found::path))
                        .toList();
        List<String> lines = found.stream().map(LsTool::line).toList();
        var shown = ListHead.of(lines, host.limits());
        List<DirectoryListing.Found> head = found.subList(0, shown.items().size());
        Record data =
                detailed
                        ? new Details(
                                directory.display(),
                                found.size(),
                                head.stream().map(LsTool::detail).toList())
                        : new Data(directory.display(), head.stream().map(LsTool::entry).toList());
        String text =
                lines.isEmpty()
                        ? "%s is empty.".formatted(directory.display())
                        : String.join("\n", shown.items()) + shown.notice(lines.size(), "entries");
        ToolResult.Output output =
                ToolResult.output(
                        data,
                        text + ListHead.unreadable(listing.unreadable()),
                        "Listed " + directory.display());
        return withSidecar(output, shown, lines, host);
    }

    private static ToolResult withSidecar(
            ToolResult.Output output, ListHead shown, List<String> lines, Host host)
            throws IOException {
        if (!shown.cut()) {
            return output;
        }
        SidecarWriter.writeLines(host, lines);
        return output.asHead();
    }

    private static String line(DirectoryListing.Found found) {
        return switch (found.info().type()) {
            case DIRECTORY -> found.path() + "/";
            case FILE -> "%s  %d".formatted(found.path(), found.info().size());
            case SYMLINK, OTHER, MISSING ->
                    "%s  (%s)".formatted(found.path(), EntryType.wire(found.info().type()));
        };
    }

    private static Entry entry(DirectoryListing.Found found) {
        return new Entry(
                found.info().name(), EntryType.wire(found.info().type()), size(found.info()));
    }

    private static Detail detail(DirectoryListing.Found found) {
        return new Detail(
                found.info().name(),
                found.place(),
                EntryType.wire(found.info().type()),
                size(found.info()),
                found.info().modified().toEpochMilli());
    }

    private static long size(FileInfo info) {
        return info.type() == FileInfo.Type.FILE ? info.size() : 0;
    }
}
