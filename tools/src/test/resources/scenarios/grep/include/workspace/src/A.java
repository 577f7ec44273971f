class A
