package dev.deft.search.walk;

import java.util.Arrays;

/// The entries of one directory, with names as raw bytes. Reused.
public final class DirectoryEntries {

    /// The type of an entry; symbolic links are not followed.
    public enum Type {
        FILE,
        DIRECTORY,
        LINK,
        OTHER
    }

    private byte[][] names = new byte[64][];
    private Type[] types = new Type[64];
    private int size;

    void clear() {
        size = 0;
    }

    void add(byte[] name, Type type) {
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
            types = Arrays.copyOf(types, size * 2);
        }
        names[size] = name;
        types[size++] = type;
    }

    public int size() {
        return size;
    }

    public byte[] name(int i) {
        return names[i];
    }

    public Type type(int i) {
        return types[i];
    }
}
