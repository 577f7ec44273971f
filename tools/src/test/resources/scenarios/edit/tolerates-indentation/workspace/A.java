class A {
    void one() {
        call(1);
    }

    void two() {
        call(2);
    }
}
