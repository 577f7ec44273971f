package dev.deft.tools.code;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/// The directories of a tree with the number of files below each, and which of them to show.
final class DirectoryTree {

    private final Node top = new Node("", "");
    private int directories;

    /// Adds a file by its path relative to the top.
    void add(String file) {
        Node node = top;
        node.files++;
        int from = 0;
        for (int slash = file.indexOf('/'); slash >= 0; slash = file.indexOf('/', from)) {
            String name = file.substring(from, slash);
            Node parent = node;
            String path = file.substring(0, slash);
            node =
                    parent.children.computeIfAbsent(
                            name,
                            it -> {
                                directories++;
                                return new Node(it, path);
                            });
            node.files++;
            from = slash + 1;
        }
        node.own++;
    }

    /// How many directories are below the top.
    int directories() {
        return directories;
    }

    /// The directories to show, in the order of their paths: level by level, the largest first, as
    /// long as they fit.
    ///
    /// @param bytes the room for paths and counts
    Shown show(int bytes) {
        var open =
                new PriorityQueue<>(Comparator.comparingInt(Node::rank).thenComparing(Node::path));
        var chosen = new TreeMap<String, Node>(BY_PARTS);
        open.add(top);
        int left = bytes;
        while (!open.isEmpty()) {
            Node parent = open.remove();
            for (Node child : parent.largestFirst()) {
                Node last = child.end();
                left -= cost(last);
                if (left < 0) {
                    return shown(chosen);
                }
                last.depth = parent.depth + 1;
                chosen.put(last.path, last);
                open.add(last);
            }
        }
        return shown(chosen);
    }

    /// What a line of text and a JSON object about a directory take, each about as much.
    private static int cost(Node node) {
        return node.path.length() + 30;
    }

    private Shown shown(Map<String, Node> chosen) {
        List<Directory> all =
                chosen.values().stream().map(it -> new Directory(it.path, it.files)).toList();
        int through = chosen.values().stream().mapToInt(it -> it.chain).sum();
        return new Shown(all, directories - all.size() - through);
    }

    private static final Comparator<String> BY_PARTS =
            Comparator.comparing(it -> it.replace('/', '\0'));

    /// A directory.
    ///
    /// @param files below it, at any depth
    record Directory(String path, int files) {}

    /// The directories that fit.
    ///
    /// @param left how many do not
    record Shown(List<Directory> directories, int left) {

        Shown {
            directories = List.copyOf(directories);
        }
    }

    /// One directory. `own` counts the files directly in it.
    private static final class Node {

        private final String name;
        private final String path;
        private final Map<String, Node> children = new TreeMap<>();
        private int files;
        private int own;
        private int depth;
        private int chain;

        Node(String name, String path) {
            this.name = name;
            this.path = path;
        }

        String path() {
            return path;
        }

        /// A level deeper costs as much as being half as large.
        int rank() {
            return -(files >> Math.min(depth, 30));
        }

        /// The end of a chain of directories that have nothing but one directory.
        Node end() {
            Node end = this;
            int passed = 0;
            while (end.own == 0 && end.children.size() == 1) {
                end = end.children.values().iterator().next();
                passed++;
            }
            end.chain = passed;
            return end;
        }

        List<Node> largestFirst() {
            var all = new ArrayList<>(children.values());
            all.sort(Comparator.comparingInt((Node it) -> -it.files).thenComparing(it -> it.name));
            return all;
        }
    }
}
