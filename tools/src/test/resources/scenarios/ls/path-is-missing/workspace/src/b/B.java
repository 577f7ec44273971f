class B // TODO (x)
