import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A class whose objects are the lambdas of another class.
final class LambdaClass {

    private static final String NUMBER = "number";

    private final ClassDesc name;

    /// Those that share a method of an interface; the number of one is its place among them.
    private final Map<Method, List<Lambda>> lambdas = new LinkedHashMap<>();

    private record Method(String name, MethodTypeDesc type) {}

    /// The fields of one kind of value have numbers.
    private record Field(String name, ClassDesc type) {}

    LambdaClass(ClassDesc name) {
        this.name = name;
    }

    ClassDesc name() {
        return name;
    }

    /// Adds one.
    ///
    /// @return its number
    int add(Lambda lambda) {
        List<Lambda> others =
                lambdas.computeIfAbsent(
                        new Method(lambda.method(), lambda.erased()), _ -> new ArrayList<>());
        others.add(lambda);
        return others.size() - 1;
    }

    /// The type of the constructor for a lambda: its number, and what it captured.
    static MethodTypeDesc constructor(Lambda lambda) {
        return constructor(fields(lambda));
    }

    private static MethodTypeDesc constructor(List<Field> fields) {
        List<ClassDesc> parameters = new ArrayList<>();
        parameters.add(ConstantDescs.CD_int);
        fields.forEach(it -> parameters.add(it.type()));
        return MethodTypeDesc.of(ConstantDescs.CD_void, parameters);
    }

    /// Where what a lambda captured is kept.
    private static List<Field> fields(Lambda lambda) {
        List<Field> fields = new ArrayList<>();
        for (ClassDesc it : lambda.captured()) {
            ClassDesc type = TypeKind.from(it).asLoadable().upperBound();
            long same = fields.stream().filter(one -> one.type().equals(type)).count();
            fields.add(new Field(type.displayName().toLowerCase() + same, type));
        }
        return fields;
    }

    byte[] bytes(ClassFile classes, ClassDesc nestHost, int version) {
        return classes.build(
                name,
                it -> {
                    it.withVersion(version, 0)
                            .withFlags(AccessFlag.FINAL, AccessFlag.SUPER, AccessFlag.SYNTHETIC)
                            .withInterfaceSymbols(interfaces())
                            .with(NestHostAttribute.of(nestHost));
                    fill(it);
                });
    }

    private List<ClassDesc> interfaces() {
        return lambdas.values().stream().flatMap(List::stream).map(Lambda::type).distinct().toList();
    }

    private void fill(ClassBuilder builder) {
        Set<List<Field>> captures = new LinkedHashSet<>();
        lambdas.values().forEach(all -> all.forEach(it -> captures.add(fields(it))));
        Set<Field> fields = new LinkedHashSet<>();
        fields.add(new Field(NUMBER, ConstantDescs.CD_int));
        captures.forEach(fields::addAll);
        for (Field it : fields) {
            builder.withField(it.name(), it.type(), AccessFlag.FINAL.mask());
        }
        for (List<Field> it : captures) {
            builder.withMethodBody(
                    ConstantDescs.INIT_NAME, constructor(it), 0, code -> construct(code, it));
        }
        lambdas.forEach((method, all) ->
                builder.withMethodBody(
                        method.name(),
                        method.type(),
                        AccessFlag.PUBLIC.mask(),
                        code -> choose(code, all)));
    }

    private void construct(CodeBuilder code, List<Field> fields) {
        code.aload(0)
                .invokespecial(
                        ConstantDescs.CD_Object, ConstantDescs.INIT_NAME, ConstantDescs.MTD_void);
        code.aload(0).iload(1).putfield(name, NUMBER, ConstantDescs.CD_int);
        for (int i = 0; i < fields.size(); i++) {
            Field field = fields.get(i);
            code.aload(0).loadLocal(TypeKind.from(field.type()), code.parameterSlot(i + 1));
            code.putfield(name, field.name(), field.type());
        }
        code.return_();
    }

    private void choose(CodeBuilder code, List<Lambda> all) {
        if (all.size() == 1) {
            call(code, all.getFirst());
            return;
        }
        List<Label> labels = all.stream().map(_ -> code.newLabel()).toList();
        List<SwitchCase> cases = new ArrayList<>();
        for (int i = 1; i < labels.size(); i++) {
            cases.add(SwitchCase.of(i, labels.get(i)));
        }
        code.aload(0).getfield(name, NUMBER, ConstantDescs.CD_int);
        code.tableswitch(1, labels.size() - 1, labels.getFirst(), cases);
        for (int i = 0; i < labels.size(); i++) {
            code.labelBinding(labels.get(i));
            call(code, all.get(i));
        }
    }

    private void call(CodeBuilder code, Lambda lambda) {
        List<Field> fields = fields(lambda);
        lambda.call(
                code,
                (it, number) -> {
                    Field field = fields.get(number);
                    it.aload(0).getfield(name, field.name(), field.type());
                });
    }
}
