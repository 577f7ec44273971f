package dev.deft.kernel;

/// Error numbers of calls on files that [Errno] does not have.
public final class FileErrno {

    public static final int EIO = 5;
    public static final int ENXIO = 6;
    public static final int EEXIST = 17;
    public static final int EXDEV = 18;
    public static final int ENODEV = 19;
    public static final int EISDIR = 21;
    public static final int EFBIG = 27;
    public static final int EROFS = 30;
    public static final int ENOTEMPTY = 39;
    public static final int EDQUOT = 122;

    private FileErrno() {}
}
