package dev.deft.app;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What programs can see of a class: one text for the type and one for each member, by a key that
/// stays the same as long as the compiler takes it for the same member.
final class ApiSignatures {

    /// Every record and every enum has these; they say nothing.
    private static final Set<String> GENERATED =
            Set.of("equals", "hashCode", "toString", "values", "valueOf");

    private ApiSignatures() {}

    /// The texts of a type by their keys; none for a type that programs cannot see.
    static Map<String, String> of(Class<?> type) {
        var signatures = new TreeMap<String, String>();
        if (!isVisible(type)) {
            return signatures;
        }
        signatures.put(type.getName(), type(type));
        for (Field field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers()) && !field.isSynthetic()) {
                signatures.put(type.getName() + "#" + field.getName(), field(field));
            }
        }
        Stream<Executable> members =
                Stream.concat(
                        Arrays.stream(type.getDeclaredMethods()),
                        Arrays.stream(type.getDeclaredConstructors()));
        members.filter(it -> isVisible(it.getModifiers()) && !it.isSynthetic())
                .filter(it -> !isGenerated(type, it))
                .forEach(it -> signatures.put(key(type, it), executable(it)));
        return signatures;
    }

    private static boolean isVisible(Class<?> type) {
        return isVisible(type.getModifiers())
                && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean isGenerated(Class<?> type, Executable member) {
        return (type.isRecord() || type.isEnum()) && GENERATED.contains(member.getName());
    }

    private static String type(Class<?> type) {
        String permits =
                type.isSealed()
                        ? " permits "
                                + names(
                                        Arrays.stream(type.getPermittedSubclasses())
                                                .sorted(Comparator.comparing(Class::getName)))
                        : "";
        String parent =
                type.getGenericSuperclass() == null
                        ? ""
                        : " extends " + name(type.getGenericSuperclass());
        String parents =
                type.getGenericInterfaces().length == 0
                        ? ""
                        : " implements " + names(Arrays.stream(type.getGenericInterfaces()));
        return modifiers(type)
                + kind(type)
                + variables(type.getTypeParameters())
                + parent
                + parents
                + permits;
    }

    private static String modifiers(Class<?> type) {
        int own = type.getModifiers() & Modifier.classModifiers();
        return Modifier.toString(type.isInterface() ? own & ~Modifier.ABSTRACT : own) + " ";
    }

    private static String kind(Class<?> type) {
        if (type.isAnnotation()) {
            return "annotation";
        }
        if (type.isInterface()) {
            return type.isSealed() ? "sealed interface" : "interface";
        }
        if (type.isEnum()) {
            return "enum";
        }
        return type.isRecord() ? "record" : "class";
    }

    private static String field(Field field) {
        return field.isEnumConstant()
                ? "constant"
                : Modifier.toString(field.getModifiers()) + " " + name(field.getGenericType());
    }

    private static String key(Class<?> type, Executable member) {
        String name = member instanceof Method ? member.getName() : "new";
        return type.getName()
                + "#"
                + name
                + "("
                + names(Arrays.stream(member.getParameterTypes()))
                + ")";
    }

    private static String executable(Executable member) {
        int modifiers = member.getModifiers() & Modifier.methodModifiers() & ~Modifier.SYNCHRONIZED;
        boolean isDefault = member instanceof Method method && method.isDefault();
        String returned =
                member instanceof Method method ? " " + name(method.getGenericReturnType()) : "";
        String thrown =
                member.getExceptionTypes().length == 0
                        ? ""
                        : " throws "
                                + names(
                                        Arrays.stream(member.getGenericExceptionTypes())
                                                .sorted(Comparator.comparing(Type::getTypeName)));
        return Modifier.toString(modifiers)
                + (isDefault ? " default" : "")
                + variables(member.getTypeParameters())
                + returned
                + " ("
                + names(Arrays.stream(member.getGenericParameterTypes()))
                + ")"
                + thrown;
    }

    private static String variables(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Arrays.stream(variables)
                        .map(it ->
                                it.getName() + " extends " + names(Arrays.stream(it.getBounds())))
                        .collect(Collectors.joining(", ", " <", ">"));
    }

    private static String names(Stream<? extends Type> types) {
        return types.map(ApiSignatures::name).collect(Collectors.joining(", "));
    }

    /// As most sources spell it.
    private static String name(Type type) {
        return type.getTypeName().replaceAll("\\bjava\\.(?:lang|util)\\.(?=[A-Z])", "");
    }
}
