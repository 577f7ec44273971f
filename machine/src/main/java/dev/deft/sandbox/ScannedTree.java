package dev.deft.sandbox;

import dev.deft.kernel.DirectoryReader;
import dev.deft.kernel.DirectoryReader.EntryType;
import dev.deft.kernel.Syscalls;
import dev.deft.policy.CommandFiles;
import dev.deft.policy.CommandFiles.Access;
import dev.deft.policy.CommandFiles.Ruling;
import dev.deft.sandbox.DirectoryWatches.Changes;
import dev.deft.sandbox.DirectoryWatches.Feed;
import dev.deft.sandbox.ScannedNode.Ruled;
import dev.deft.sandbox.WorkspaceScan.Found;
import dev.deft.sandbox.WorkspaceView.Place;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/// The directories of a workspace, or of a further directory, with what a sandbox must know of
/// them.
///
/// Every directory is watched before it is listed. So a scan looks at the directories with events
/// alone, and everything else is as it was. Where the watches cannot be relied on, all directories
/// are compared by their change time, which commands cannot set, and those that changed are listed
/// again.
final class ScannedTree implements AutoCloseable {

    /// Somebody who never pauses must not keep a scan from ending.
    private static final int MAX_ROUNDS = 4;

    private static final int MOST_THREADS = 4;

    /// How many directories a thread lists at a time; for fewer, a second one is not worth its
    /// start.
    private static final int SHARE = 512;

    private static final Executor HELPERS =
            it -> Thread.ofPlatform().daemon().name("scan").start(it);

    private final Path top;
    private final String prefix;
    private final List<Path> extraProtected;
    private final CommandFiles files;
    private Optional<Feed> feed;
    private Optional<ScannedNode> root = Optional.empty();
    private Object topKey = "";
    private Object version = "";
    private boolean restricted;
    private final Set<ScannedNode> notable = new HashSet<>();
    private final Set<ScannedNode> unreadable = new HashSet<>();
    private final Set<ScannedNode> withContent = new HashSet<>();
    private boolean changed;
    private Found found = Found.NOTHING;

    /// @param prefix of the paths that rules name; empty for the workspace
    ScannedTree(
            Path top,
            String prefix,
            List<Path> extraProtected,
            CommandFiles files,
            Optional<DirectoryWatches> watches) {
        this.top = top;
        this.prefix = prefix;
        this.extraProtected = extraProtected;
        this.files = files;
        this.feed = watches.map(DirectoryWatches::open);
    }

    /// Whether scans look only at what has changed.
    boolean isWatched() {
        return feed.isPresent();
    }

    Found scan() throws IOException {
        boolean complete = false;
        try {
            refresh();
            complete = true;
        } finally {
            if (!complete) {
                forget();
            }
        }
        if (changed) {
            found = new FoundBuilder(top, whole(), notable).found();
            changed = false;
        }
        return found;
    }

    private void refresh() throws IOException {
        Object now = files.version();
        if (!now.equals(version)) {
            forget();
            version = now;
            restricted = files.restrictsFiles();
        }
        if (feed.isPresent()) {
            update();
        }
        if (feed.isEmpty()) {
            compareAll();
        }
        withContent.forEach(this::rule);
    }

    private Access whole() {
        return restricted
                ? files.rulingBelow(prefix.isEmpty() ? "." : prefix).access()
                : Access.WRITE;
    }

    /// Applies the events since the last scan.
    private void update() throws IOException {
        listAgain(List.copyOf(unreadable));
        for (int round = 0; round < MAX_ROUNDS && feed.isPresent(); round++) {
            Changes changes = feed.get().take();
            Object key = key(top);
            if (changes.lost() || root.isEmpty() || !key.equals(topKey)) {
                forget();
                topKey = key;
                listAgain(List.of(create(Optional.empty(), "", top)));
            } else if (!changes.directories().isEmpty()) {
                apply(changes.directories());
            } else {
                break;
            }
        }
        feed.ifPresent(Feed::removeUnused);
    }

    private static Object key(Path path) throws IOException {
        return String.valueOf(
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS)
                        .fileKey());
    }

    private void apply(Map<ScannedNode, Set<String>> directories) throws IOException {
        for (Map.Entry<ScannedNode, Set<String>> it : directories.entrySet()) {
            for (String replaced : it.getValue()) {
                removeChild(it.getKey(), replaced);
            }
        }
        listAgain(List.copyOf(directories.keySet()));
    }

    private void listAgain(List<ScannedNode> nodes) throws IOException {
        if (nodes.isEmpty()) {
            return;
        }
        if (!new Lister().list(nodes)) {
            feed.ifPresent(Feed::close);
            feed = Optional.empty();
        }
    }

    /// Compares every directory with what it was.
    private void compareAll() throws IOException {
        ScannedNode node = root.isPresent() ? root.get() : create(Optional.empty(), "", top);
        new Lister().compare(reader(), node);
    }

    private static Optional<DirectoryReader> reader() {
        return Syscalls.available() ? Optional.of(new DirectoryReader()) : Optional.empty();
    }

    private ScannedNode create(Optional<ScannedNode> parent, String file, Path path) {
        String name = parent.isPresent() ? child(parent.get().name(), file) : "";
        Access access =
                parent.isEmpty() || !restricted ? whole() : files.rulingBelow(ruled(name)).access();
        var node = new ScannedNode(parent, file, name, path, access);
        if (parent.isPresent()) {
            parent.get().children().put(file, node);
        } else {
            root = Optional.of(node);
        }
        return node;
    }

    private void forget() {
        root.ifPresent(this::remove);
        root = Optional.empty();
        changed = true;
    }

    private void removeChild(ScannedNode parent, String file) {
        ScannedNode child = parent.children().remove(file);
        if (child != null) {
            remove(child);
        }
    }

    private void remove(ScannedNode node) {
        node.children().values().forEach(this::remove);
        node.children().clear();
        node.markRemoved();
        feed.ifPresent(it -> it.forget(node));
        changed |= notable.remove(node);
        unreadable.remove(node);
        withContent.remove(node);
    }

    /// A path as rules name it.
    private String ruled(String name) {
        return prefix.isEmpty() ? name : child(prefix, name);
    }

    private static String child(String directory, String name) {
        return directory.isEmpty() ? name : directory + "/" + name;
    }

    /// Checks the rules for the entries of a directory.
    private void rule(ScannedNode node) {
        List<Ruled> places = new ArrayList<>();
        ScannedDirectory listing = node.listing();
        for (String file : listing.files()) {
            add(node, file, false, files.ruling(ruled(child(node.name(), file))), places);
        }
        for (String file : restricted ? listing.directories() : List.<String>of()) {
            add(node, file, true, files.rulingBelow(ruled(child(node.name(), file))), places);
        }
        if (!places.equals(node.places())) {
            node.places(List.copyOf(places));
            changed = true;
        }
        if (node.isNotable()) {
            notable.add(node);
        } else {
            notable.remove(node);
        }
    }

    private static void add(
            ScannedNode node, String file, boolean directory, Ruling ruling, List<Ruled> places) {
        if (ruling.access() == node.access()) {
            return;
        }
        try {
            var place = new Place(node.path().resolve(file), ruling.access(), directory);
            places.add(new Ruled(place, ruling.anywhere()));
        } catch (InvalidPathException _) {
            // The locale of this process cannot express its name, so no command line can mount it.
        }
    }

    /// Lists directories, many of them with several threads.
    private final class Lister {

        private volatile boolean watched = true;

        /// Lists a directory whose stamp has changed, and does the same for those in it.
        void compare(Optional<DirectoryReader> reader, ScannedNode node) throws IOException {
            Object stamp = ScannedDirectory.stamp(node.path());
            if (!node.listing().isCurrent(stamp)) {
                keep(node, read(reader, node, stamp));
            }
            for (ScannedNode it : List.copyOf(node.children().values())) {
                compare(reader, it);
            }
        }

        /// Lists directories, and those in them that are new, level by level.
        ///
        /// @return whether all of them are watched; otherwise not all were listed
        boolean list(List<ScannedNode> nodes) throws IOException {
            List<ScannedNode> level = nodes;
            while (!level.isEmpty()) {
                List<ScannedNode> there = level.stream().filter(it -> !it.isRemoved()).toList();
                ScannedDirectory[] listings = read(there);
                if (!watched) {
                    return false;
                }
                List<ScannedNode> created = new ArrayList<>();
                for (int i = 0; i < there.size(); i++) {
                    if (!there.get(i).isRemoved()) {
                        created.addAll(keep(there.get(i), listings[i]));
                    }
                }
                level = created;
            }
            return true;
        }

        private ScannedDirectory[] read(List<ScannedNode> nodes) {
            var listings = new ScannedDirectory[nodes.size()];
            var next = new AtomicInteger();
            int shares = Math.ceilDiv(nodes.size(), SHARE);
            int processors = Runtime.getRuntime().availableProcessors();
            List<CompletableFuture<Void>> helpers = new ArrayList<>();
            for (int i = 1; i < Math.min(MOST_THREADS, Math.min(processors, shares)); i++) {
                helpers.add(CompletableFuture.runAsync(() -> read(nodes, next, listings), HELPERS));
            }
            try {
                read(nodes, next, listings);
            } finally {
                helpers.forEach(CompletableFuture::join);
            }
            return listings;
        }

        private void read(
                List<ScannedNode> nodes, AtomicInteger next, ScannedDirectory[] listings) {
            Optional<DirectoryReader> reader = reader();
            for (int at = next.getAndAdd(SHARE); at < nodes.size(); at = next.getAndAdd(SHARE)) {
                for (int i = at; i < Math.min(at + SHARE, nodes.size()); i++) {
                    listings[i] = read(reader, nodes.get(i), "");
                }
            }
        }

        /// Keeps what was found in a directory.
        ///
        /// @return the directories in it that are new
        private List<ScannedNode> keep(ScannedNode node, ScannedDirectory now) throws IOException {
            if (!now.readable() && node.isTop()) {
                throw new IOException("%s cannot be listed.".formatted(top));
            }
            changed |= !now.isLike(node.listing());
            node.listing(now);
            if (now.readable()) {
                unreadable.remove(node);
            } else {
                unreadable.add(node);
            }
            if (now.contentCounts()) {
                withContent.add(node);
            } else {
                withContent.remove(node);
            }
            rule(node);
            return children(node, now);
        }

        private List<ScannedNode> children(ScannedNode node, ScannedDirectory now) {
            List<ScannedNode> created = new ArrayList<>();
            Set<String> entered = new HashSet<>();
            for (String file : now.directories()) {
                if (!now.isEntered(file)) {
                    continue;
                }
                entered.add(file);
                if (!node.children().containsKey(file)) {
                    try {
                        Path path = node.path().resolve(file);
                        created.add(create(Optional.of(node), file, path));
                    } catch (InvalidPathException _) {
                        // The locale of this process cannot express its name.
                    }
                }
            }
            for (String file : List.copyOf(node.children().keySet())) {
                if (!entered.contains(file)) {
                    removeChild(node, file);
                }
            }
            return created;
        }

        private ScannedDirectory read(
                Optional<DirectoryReader> reader, ScannedNode node, Object stamp) {
            var listing =
                    new ScannedDirectory.Listing(
                            node.name(), node.path(), extraProtected, files, restricted, stamp);
            boolean readable =
                    reader.isPresent()
                            ? readNatively(reader.get(), node, listing)
                            : readByPath(node.path(), listing);
            return listing.finished(readable);
        }

        private boolean readNatively(
                DirectoryReader reader, ScannedNode node, ScannedDirectory.Listing listing) {
            int directory = reader.open(node.path());
            if (directory < 0) {
                return false;
            }
            try {
                if (feed.isPresent() && !feed.get().watch(reader, directory, node)) {
                    watched = false;
                }
                return reader.list(directory, listing::add);
            } finally {
                reader.close(directory);
            }
        }

        private static boolean readByPath(Path directory, ScannedDirectory.Listing listing) {
            try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
                for (Path it : entries) {
                    Optional<EntryType> type = type(it);
                    if (type.isPresent()) {
                        listing.add(it.getFileName().toString(), type.get());
                    }
                }
                return true;
            } catch (DirectoryIteratorException | IOException _) {
                return false;
            }
        }

        /// Empty if it has disappeared.
        private static Optional<EntryType> type(Path entry) {
            try {
                BasicFileAttributes it =
                        Files.readAttributes(
                                entry, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                if (it.isDirectory()) {
                    return Optional.of(EntryType.DIRECTORY);
                }
                if (it.isRegularFile()) {
                    return Optional.of(EntryType.FILE);
                }
                return Optional.of(it.isSymbolicLink() ? EntryType.LINK : EntryType.OTHER);
            } catch (IOException _) {
                return Optional.empty();
            }
        }
    }

    @Override
    public void close() {
        feed.ifPresent(Feed::close);
        feed = Optional.empty();
    }
}
