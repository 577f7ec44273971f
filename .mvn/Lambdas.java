import java.lang.classfile.Attributes;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// Makes ordinary classes of lambdas and method references: few for all those of a class.
///
/// The JDK has a class for each of them. The start-up cache holds these classes, but every one that
/// it holds is loaded at each start. An archive above the cache does not hold how they are linked,
/// which takes several times as long as to load an ordinary class.
///
/// A lambda is then an object with a number and what it captured, and the method of its interface
/// chooses by the number. What [Lambda] cannot express stays as it is.
final class Lambdas {

    /// In the name of each class that is made here.
    static final String MARK = "$$Lambdas";

    /// The interfaces that one class can implement together: no two have a default method with one
    /// name and type, so no two objects of them can be confused.
    private static final List<String> TOGETHER =
            List.of(
                    "java.util.function",
                    "java.util.Comparator",
                    "java.lang.Runnable",
                    "java.util.concurrent.Callable");

    private final ClassFile classes;

    Lambdas(ClassFile classes) {
        this.classes = classes;
    }

    /// Does it to all classes of a jar.
    ///
    /// @param files what is in the jar, by names; gets the new classes
    void apply(Map<String, byte[]> files) {
        Map<String, List<ClassDesc>> members = new LinkedHashMap<>();
        for (String name : List.copyOf(files.keySet())) {
            if (isClass(name)) {
                ClassModel model = classes.parse(files.get(name));
                Map<String, LambdaClass> made = new LinkedHashMap<>();
                if (Desugar.mentions(model, Lambda.FACTORY)) {
                    byte[] without = classes.transformClass(model, replacing(model, made));
                    files.put(name, without);
                    ClassDesc host = nestHost(model);
                    for (LambdaClass it : made.values()) {
                        files.put(file(it.name()), it.bytes(classes, host, model.majorVersion()));
                        members.computeIfAbsent(file(host), _ -> new ArrayList<>()).add(it.name());
                    }
                }
            }
        }
        members.forEach((host, added) ->
                files.computeIfPresent(host, (_, bytes) -> withMembers(bytes, added)));
    }

    private static boolean isClass(String name) {
        return name.endsWith(".class")
                && !name.endsWith("module-info.class")
                && !name.endsWith("package-info.class");
    }

    private static String file(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1) + ".class";
    }

    private static ClassDesc nestHost(ClassModel model) {
        return model.findAttribute(Attributes.nestHost())
                .map(NestHostAttribute::nestHost)
                .map(ClassEntry::asSymbol)
                .orElse(model.thisClass().asSymbol());
    }

    private static ClassTransform replacing(ClassModel model, Map<String, LambdaClass> made) {
        ClassDesc owner = model.thisClass().asSymbol();
        return ClassTransform.transformingMethodBodies((code, element) -> {
            if (element instanceof InvokeDynamicInstruction call
                    && Lambda.isLambda(call)
                    && Lambda.of(call, owner).isExpressible()) {
                Lambda lambda = Lambda.of(call, owner);
                String group = group(lambda.type());
                LambdaClass home =
                        made.computeIfAbsent(
                                group, _ -> new LambdaClass(name(owner, made.size() + 1)));
                create(code, lambda, home.name(), home.add(lambda));
            } else {
                code.with(element);
            }
        });
    }

    private static ClassDesc name(ClassDesc owner, int number) {
        return ClassDesc.ofDescriptor(
                owner.descriptorString().replace(";", MARK + number + ";"));
    }

    private static String group(ClassDesc type) {
        String name = type.packageName() + "." + type.displayName();
        return TOGETHER.contains(name) || TOGETHER.contains(type.packageName()) ? "" : name;
    }

    /// What was captured lies on the stack, where the new object has to go first.
    private static void create(CodeBuilder code, Lambda lambda, ClassDesc home, int number) {
        List<ClassDesc> captured = lambda.captured();
        int[] slots = new int[captured.size()];
        for (int i = slots.length - 1; i >= 0; i--) {
            TypeKind kind = TypeKind.from(captured.get(i));
            slots[i] = code.allocateLocal(kind);
            code.storeLocal(kind, slots[i]);
        }
        code.new_(home).dup().loadConstant(number);
        for (int i = 0; i < slots.length; i++) {
            code.loadLocal(TypeKind.from(captured.get(i)), slots[i]);
        }
        code.invokespecial(home, "<init>", LambdaClass.constructor(lambda));
        // So that no table of types has to name the new class.
        code.checkcast(lambda.type());
    }

    private byte[] withMembers(byte[] bytes, List<ClassDesc> added) {
        ClassModel model = classes.parse(bytes);
        List<ClassDesc> all =
                Stream.concat(
                                model.findAttribute(Attributes.nestMembers()).stream()
                                        .flatMap(it -> it.nestMembers().stream())
                                        .map(ClassEntry::asSymbol),
                                added.stream())
                        .toList();
        ClassTransform replaced =
                ClassTransform.dropping(it -> it instanceof NestMembersAttribute)
                        .andThen(ClassTransform.endHandler((ClassBuilder it) ->
                                it.with(NestMembersAttribute.ofSymbols(all))));
        return classes.transformClass(model, replaced);
    }

}
