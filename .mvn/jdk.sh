# For the scripts at the root: finds a JDK that can build and run Deft, and runs Maven on it.

least=25

# Whether $1 is the home of such a JDK; `feature` is then its number. Reads the file every JDK has, since
# starting each one to ask would take seconds.
is_jdk() {
    feature=0
    [ -x "$1/bin/java" ] && [ -x "$1/bin/javac" ] && [ -r "$1/release" ] || return 1
    while IFS= read -r line || [ -n "$line" ]; do
        case $line in
        JAVA_VERSION=*)
            feature=${line#*\"}
            feature=${feature%%[!0-9]*}
            ;;
        esac
    done <"$1/release"
    [ "${feature:-0}" -ge "$least" ]
}

# Sets `jdk`: JAVA_HOME, then `java` on the path, then the oldest that fits of those installed.
find_jdk() {
    jdk=${JAVA_HOME-}
    [ -z "$jdk" ] || ! is_jdk "$jdk" || return 0
    default=
    if command -v java >/dev/null; then
        default=$(readlink -f "$(command -v java)" 2>/dev/null)
        default=${default%/bin/java}
        jdk=$default
        ! is_jdk "$jdk" || return 0
    fi
    jdk=
    oldest=
    for base in "${default%/*}" /usr/lib/jvm /usr/lib64/jvm /usr/local/lib/jvm /usr/java /usr/local \
        /opt /opt/java /opt/jdk /Library/Java/JavaVirtualMachines /opt/homebrew/opt /usr/local/opt \
        "${SDKMAN_DIR:-${HOME-}/.sdkman}/candidates/java" "${HOME-}/.jdks" \
        "${HOME-}/.local/share/mise/installs/java" "${HOME-}/.asdf/installs/java" \
        "${HOME-}/Library/Java/JavaVirtualMachines"; do
        [ -n "$base" ] || continue
        for home in "$base"/* "$base"/*/Contents/Home "$base"/*/libexec/openjdk.jdk/Contents/Home; do
            if is_jdk "$home" && { [ -z "$oldest" ] || [ "$feature" -lt "$oldest" ]; }; then
                jdk=$home
                oldest=$feature
            fi
        done
    done
    [ -z "$jdk" ] || return 0
    cat >&2 <<EOF
deft: needs a JDK $least or newer and found none in JAVA_HOME, on the PATH or in the usual places.
Install one and try again:
  Debian, Ubuntu   apt-get install openjdk-$least-jdk (or a package of Eclipse Temurin $least)
  Fedora           dnf install java-$least-openjdk-devel
  macOS            brew install openjdk@$least
  anywhere         sdk install java (SDKMAN), or unpack any JDK $least and set JAVA_HOME to it
EOF
    return 1
}

need_maven() {
    command -v mvn >/dev/null && return
    cat >&2 <<EOF
deft: needs Maven 3.8 or newer to build and found no mvn on the PATH. Install it and try again:
  Debian, Ubuntu   apt-get install maven
  Fedora           dnf install maven
  macOS            brew install maven
EOF
    return 1
}

# on_jdk [JVM FLAGS] -- COMMAND: runs Maven itself on the JDK found. The last flag silences what a JDK
# says about Maven's own libraries.
on_jdk() {
    jvm=
    while [ "$1" != -- ]; do
        jvm="$jvm $1"
        shift
    done
    shift
    JAVA_HOME=$jdk MAVEN_OPTS="${MAVEN_OPTS-}$jvm --sun-misc-unsafe-memory-access=allow" "$@"
}
