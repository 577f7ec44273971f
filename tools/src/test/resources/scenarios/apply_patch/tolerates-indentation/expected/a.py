class A:
    def f(self):
        return 1

    def g(self):
        x = 1
        return x


class B:
    def f(self):
        return 1
