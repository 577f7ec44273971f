package dev.deft.agent.model.http;

import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/// The TLS context of clients that use plain `http` addresses only. It loads no certificates, which
/// would take longer than the rest of the start.
final class DisabledTls extends SSLContextSpi {

    private DisabledTls() {}

    static SSLContext context() {
        return new Context();
    }

    private static final class Context extends SSLContext {

        Context() {
            super(new DisabledTls(), new None(), "none");
        }
    }

    private static final class None extends Provider {

        private static final long serialVersionUID = 1L;

        None() {
            super("none", "1", "no TLS");
        }
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {}

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return new SSLParameters();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        throw none();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        throw none();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        throw none();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        throw none();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        throw none();
    }

    private static IllegalStateException none() {
        return new IllegalStateException("a redirect to TLS is not followed from a plain address");
    }
}
