import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// A lambda or a method reference, as the JDK's `LambdaMetafactory` is told of it.
///
/// @param type the interface
/// @param captured the types of what it keeps
/// @param method the method of the interface
/// @param erased the type of that method
/// @param actual the same with type arguments in place of type variables
/// @param body the method that it calls, with the captured values first
/// @param owner the class that contains it
record Lambda(
        ClassDesc type,
        List<ClassDesc> captured,
        String method,
        MethodTypeDesc erased,
        MethodTypeDesc actual,
        DirectMethodHandleDesc body,
        ClassDesc owner) {

    static final String FACTORY = "java/lang/invoke/LambdaMetafactory";

    private static final Map<ClassDesc, ClassDesc> BOXES =
            Map.of(
                    ConstantDescs.CD_boolean, ConstantDescs.CD_Boolean,
                    ConstantDescs.CD_byte, ConstantDescs.CD_Byte,
                    ConstantDescs.CD_char, ConstantDescs.CD_Character,
                    ConstantDescs.CD_short, ConstantDescs.CD_Short,
                    ConstantDescs.CD_int, ConstantDescs.CD_Integer,
                    ConstantDescs.CD_long, ConstantDescs.CD_Long,
                    ConstantDescs.CD_float, ConstantDescs.CD_Float,
                    ConstantDescs.CD_double, ConstantDescs.CD_Double);

    /// Not those that can be serialized, or need bridges.
    static boolean isLambda(InvokeDynamicInstruction call) {
        return call.bootstrapMethod().owner().descriptorString().equals("L" + FACTORY + ";")
                && call.bootstrapMethod().methodName().equals("metafactory");
    }

    static Lambda of(InvokeDynamicInstruction call, ClassDesc owner) {
        return new Lambda(
                call.typeSymbol().returnType(),
                call.typeSymbol().parameterList(),
                call.name().stringValue(),
                (MethodTypeDesc) call.bootstrapArgs().get(0),
                (MethodTypeDesc) call.bootstrapArgs().get(2),
                (DirectMethodHandleDesc) call.bootstrapArgs().get(1),
                owner);
    }

    /// Whether every value can be handed on by a cast, by boxing or by unboxing.
    boolean isExpressible() {
        MethodTypeDesc wanted = wanted();
        int kept = captured.size();
        return isReachable()
                && kept + actual.parameterCount() == wanted.parameterCount()
                && IntStream.range(0, kept)
                        .allMatch(i -> fits(captured.get(i), wanted.parameterType(i), false))
                && IntStream.range(0, actual.parameterCount())
                        .allMatch(i ->
                                erased.parameterType(i).isPrimitive()
                                                == actual.parameterType(i).isPrimitive()
                                        && fits(
                                                actual.parameterType(i),
                                                wanted.parameterType(kept + i),
                                                true))
                && (erased.returnType().equals(ConstantDescs.CD_void)
                        || fits(wanted.returnType(), erased.returnType(), true));
    }

    /// Whether a class beside the owner may call the method.
    private boolean isReachable() {
        return switch (body.kind()) {
            case STATIC, INTERFACE_STATIC, VIRTUAL, INTERFACE_VIRTUAL, CONSTRUCTOR ->
                    !body.owner().isArray();
            // A private method of the owner.
            case SPECIAL, INTERFACE_SPECIAL -> body.owner().equals(owner);
            case GETTER, SETTER, STATIC_GETTER, STATIC_SETTER -> false;
        };
    }

    private static boolean fits(ClassDesc from, ClassDesc to, boolean boxed) {
        if (from.isPrimitive() && to.isPrimitive()) {
            return from.equals(to);
        }
        if (from.isPrimitive()) {
            return boxed && !from.equals(ConstantDescs.CD_void);
        }
        return !to.isPrimitive() || boxed && from.equals(BOXES.get(to));
    }

    /// The type of a call of the body: what it is called on comes first, and a constructor returns
    /// what it makes.
    private MethodTypeDesc wanted() {
        return body.invocationType();
    }

    /// Calls the body in a method of the interface, and returns what it returns.
    ///
    /// @param load puts a captured value on the stack
    void call(CodeBuilder code, CapturedValues load) {
        MethodTypeDesc wanted = wanted();
        if (body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
            code.new_(body.owner()).dup();
        }
        int kept = captured.size();
        for (int i = 0; i < kept; i++) {
            load.put(code, i);
            if (!captured.get(i).isPrimitive()) {
                cast(code, ConstantDescs.CD_Object, captured.get(i));
            }
        }
        for (int i = 0; i < actual.parameterCount(); i++) {
            code.loadLocal(TypeKind.from(erased.parameterType(i)), code.parameterSlot(i));
            cast(code, erased.parameterType(i), actual.parameterType(i));
            convert(code, actual.parameterType(i), wanted.parameterType(kept + i));
        }
        invoke(code);
        if (erased.returnType().equals(ConstantDescs.CD_void)) {
            drop(code, wanted.returnType());
        } else {
            convert(code, wanted.returnType(), erased.returnType());
            cast(code, boxed(wanted.returnType()), erased.returnType());
        }
        code.return_(TypeKind.from(erased.returnType()));
    }

    private void invoke(CodeBuilder code) {
        ClassDesc on = body.owner();
        MethodTypeDesc type = MethodTypeDesc.ofDescriptor(body.lookupDescriptor());
        switch (body.kind()) {
            case STATIC -> code.invokestatic(on, body.methodName(), type);
            case INTERFACE_STATIC -> code.invokestatic(on, body.methodName(), type, true);
            case VIRTUAL, SPECIAL -> code.invokevirtual(on, body.methodName(), type);
            case INTERFACE_VIRTUAL, INTERFACE_SPECIAL ->
                    code.invokeinterface(on, body.methodName(), type);
            case CONSTRUCTOR -> code.invokespecial(on, ConstantDescs.INIT_NAME, type);
            case GETTER, SETTER, STATIC_GETTER, STATIC_SETTER ->
                    throw new IllegalStateException("not reachable: " + body);
        }
    }

    private static ClassDesc boxed(ClassDesc type) {
        return BOXES.getOrDefault(type, type);
    }

    private static void cast(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (!to.isPrimitive() && !to.equals(ConstantDescs.CD_Object) && !to.equals(from)) {
            code.checkcast(to);
        }
    }

    private static void convert(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (from.isPrimitive() && !to.isPrimitive()) {
            ClassDesc box = BOXES.get(from);
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, from));
        } else if (!from.isPrimitive() && to.isPrimitive()) {
            code.invokevirtual(from, to.displayName() + "Value", MethodTypeDesc.of(to));
        }
    }

    private static void drop(CodeBuilder code, ClassDesc result) {
        switch (TypeKind.from(result).slotSize()) {
            case 1 -> code.pop();
            case 2 -> code.pop2();
            default -> {}
        }
    }

    /// Puts the captured value of a number on the stack.
    interface CapturedValues {
        void put(CodeBuilder code, int number);
    }
}
