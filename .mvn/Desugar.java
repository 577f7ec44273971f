import java.io.IOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.Utf8Entry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Replaces what the JDK would generate at run time by code in the class itself: the choice of a
/// `switch` over types, `equals` and `hashCode` of records, and the annotations of parameters.
///
/// The start-up cache cannot hold what the JDK generates for them, so every process pays for each
/// at its first use: half a millisecond, and several for the first of a kind. The code here does
/// the same. What it does not know (labels that are constants, `toString`) stays as it is.
final class Desugar implements AutoCloseable {

    private static final String RUNTIME = "java/lang/runtime/";
    private static final ClassDesc SWITCHES = ClassDesc.of("java.lang.runtime.SwitchBootstraps");
    private static final ClassDesc RECORDS = ClassDesc.of("java.lang.runtime.ObjectMethods");
    private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");
    private static final int GENERATED =
            AccessFlag.PRIVATE.mask() | AccessFlag.STATIC.mask() | AccessFlag.SYNTHETIC.mask();

    private final URLClassLoader hierarchy;
    private final ClassFile classes;

    /// @param classPath where the classes are that the code names
    Desugar(List<Path> classPath) throws IOException {
        List<URL> urls = new ArrayList<>();
        for (Path it : classPath) {
            urls.add(it.toUri().toURL());
        }
        hierarchy = new URLClassLoader(urls.toArray(URL[]::new));
        classes =
                ClassFile.of(
                        ClassFile.ClassHierarchyResolverOption.of(
                                ClassHierarchyResolver.ofResourceParsing(hierarchy)
                                        .orElse(ClassHierarchyResolver.defaultResolver())));
    }

    @Override
    public void close() throws IOException {
        hierarchy.close();
    }

    /// Desugars all classes of a jar.
    ///
    /// @param files what is in the jar, by names; gets new classes
    void applyToAll(Map<String, byte[]> files) {
        files.replaceAll((name, bytes) -> name.endsWith(".class") ? apply(bytes) : bytes);
        new Lambdas(classes).apply(files);
    }

    /// The class with the replacements; the same bytes if there is nothing to replace.
    private byte[] apply(byte[] bytes) {
        ClassModel model = classes.parse(bytes);
        if (!mentions(model, RUNTIME) && !mentions(model, Notes.ANNOTATIONS)) {
            return bytes;
        }
        List<InvokeDynamicInstruction> replaced = new ArrayList<>();
        boolean isInterface = model.flags().has(AccessFlag.INTERFACE);
        ClassDesc owner = model.thisClass().asSymbol();
        ClassTransform calls =
                ClassTransform.transformingMethodBodies((code, element) -> {
                    if (element instanceof InvokeDynamicInstruction it && isKnown(it)) {
                        replaced.add(it);
                        code.invokestatic(
                                owner, name(replaced.size()), it.typeSymbol(), isInterface);
                    } else {
                        code.with(element);
                    }
                });
        ClassTransform methods =
                ClassTransform.endHandler(it -> {
                    for (int i = 0; i < replaced.size(); i++) {
                        generate(it, name(i + 1), replaced.get(i));
                    }
                    Notes.of(model).ifPresent(notes -> notes.addTo(it));
                });
        return classes.transformClass(model, calls.andThen(methods));
    }

    static boolean mentions(ClassModel model, String start) {
        for (PoolEntry it : model.constantPool()) {
            if (it instanceof Utf8Entry text && text.stringValue().startsWith(start)) {
                return true;
            }
        }
        return false;
    }

    private static String name(int number) {
        return "desugared$" + number;
    }

    private static boolean isKnown(InvokeDynamicInstruction it) {
        ClassDesc bootstrap = it.bootstrapMethod().owner();
        if (bootstrap.equals(RECORDS)) {
            return it.name().equalsString("equals") || it.name().equalsString("hashCode");
        }
        return bootstrap.equals(SWITCHES)
                && it.bootstrapMethod().methodName().equals("typeSwitch")
                && !it.typeSymbol().parameterType(0).isPrimitive()
                && it.bootstrapArgs().stream().allMatch(Desugar::isClass);
    }

    private static boolean isClass(ConstantDesc label) {
        return label instanceof ClassDesc it && !it.isPrimitive();
    }

    private static void generate(ClassBuilder owner, String name, InvokeDynamicInstruction call) {
        owner.withMethodBody(
                name,
                call.typeSymbol(),
                GENERATED,
                code -> {
                    if (call.bootstrapMethod().owner().equals(SWITCHES)) {
                        choose(code, call.bootstrapArgs());
                    } else if (call.name().equalsString("equals")) {
                        compare(code, call.bootstrapArgs());
                    } else {
                        hash(code, call.bootstrapArgs());
                    }
                });
    }

    /// The number of the first label, from the second argument on, of which the first argument is
    /// an instance; the number of labels if there is none, and -1 for `null`.
    private static void choose(CodeBuilder code, List<ConstantDesc> labels) {
        Label some = code.newLabel();
        Label none = code.newLabel();
        code.aload(0).ifnonnull(some).iconst_m1().ireturn().labelBinding(some);
        List<Label> tests = labels.stream().map(_ -> code.newLabel()).toList();
        if (!labels.isEmpty()) {
            List<SwitchCase> cases = new ArrayList<>();
            for (int i = 0; i < labels.size(); i++) {
                cases.add(SwitchCase.of(i, tests.get(i)));
            }
            code.iload(1).tableswitch(0, labels.size() - 1, none, cases);
        }
        for (int i = 0; i < labels.size(); i++) {
            Label next = i + 1 < labels.size() ? tests.get(i + 1) : none;
            code.labelBinding(tests.get(i))
                    .aload(0)
                    .instanceOf((ClassDesc) labels.get(i))
                    .ifeq(next)
                    .loadConstant(i)
                    .ireturn();
        }
        code.labelBinding(none).loadConstant(labels.size()).ireturn();
    }

    /// Whether both arguments are the same, or records of the same type with equal components.
    private static void compare(CodeBuilder code, List<ConstantDesc> description) {
        ClassDesc type = (ClassDesc) description.getFirst();
        Label other = code.newLabel();
        Label different = code.newLabel();
        code.aload(0).aload(1).if_acmpne(other).iconst_1().ireturn();
        code.labelBinding(other).aload(1).instanceOf(type).ifeq(different);
        code.aload(1).checkcast(type).astore(2);
        for (DirectMethodHandleDesc it : components(description)) {
            ClassDesc component = it.invocationType().returnType();
            code.aload(0).getfield(type, it.methodName(), component);
            code.aload(2).getfield(type, it.methodName(), component);
            compare(code, component, different);
        }
        code.iconst_1().ireturn().labelBinding(different).iconst_0().ireturn();
    }

    private static void compare(CodeBuilder code, ClassDesc component, Label different) {
        switch (TypeKind.from(component)) {
            case BOOLEAN, BYTE, CHAR, SHORT, INT -> code.if_icmpne(different);
            case LONG -> code.lcmp().ifne(different);
            case FLOAT, DOUBLE ->
                    code.invokestatic(
                                    boxed(component),
                                    "compare",
                                    MethodTypeDesc.of(
                                            ConstantDescs.CD_int, component, component))
                            .ifne(different);
            case REFERENCE ->
                    code.invokestatic(
                                    OBJECTS,
                                    "equals",
                                    MethodTypeDesc.of(
                                            ConstantDescs.CD_boolean,
                                            ConstantDescs.CD_Object,
                                            ConstantDescs.CD_Object))
                            .ifeq(different);
            case VOID -> throw new IllegalArgumentException("a component without a type");
        }
    }

    private static void hash(CodeBuilder code, List<ConstantDesc> description) {
        ClassDesc type = (ClassDesc) description.getFirst();
        code.iconst_0();
        for (DirectMethodHandleDesc it : components(description)) {
            ClassDesc component = it.invocationType().returnType();
            ClassDesc hashed = component.isPrimitive() ? component : ConstantDescs.CD_Object;
            code.bipush(31).imul().aload(0).getfield(type, it.methodName(), component);
            code.invokestatic(
                    component.isPrimitive() ? boxed(component) : OBJECTS,
                    "hashCode",
                    MethodTypeDesc.of(ConstantDescs.CD_int, hashed));
            code.iadd();
        }
        code.ireturn();
    }

    /// The handles of the components, behind the type and the names.
    private static List<DirectMethodHandleDesc> components(List<ConstantDesc> description) {
        return description.stream().skip(2).map(DirectMethodHandleDesc.class::cast).toList();
    }

    private static ClassDesc boxed(ClassDesc primitive) {
        return switch (TypeKind.from(primitive)) {
            case BOOLEAN -> ConstantDescs.CD_Boolean;
            case BYTE -> ConstantDescs.CD_Byte;
            case CHAR -> ConstantDescs.CD_Character;
            case SHORT -> ConstantDescs.CD_Short;
            case INT -> ConstantDescs.CD_Integer;
            case LONG -> ConstantDescs.CD_Long;
            case FLOAT -> ConstantDescs.CD_Float;
            case DOUBLE -> ConstantDescs.CD_Double;
            case REFERENCE, VOID -> throw new IllegalArgumentException("not a primitive type");
        };
    }
}
