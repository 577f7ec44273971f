package dev.deft.mcp.oauth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.deft.host.HttpUrl;
import dev.deft.net.HostGrants.Verdict;
import dev.deft.net.NameResolver;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReachableHostsTest {

    private static final Map<String, String> NAMES =
            Map.of(
                    "mcp.example", "93.184.216.34",
                    "auth.example", "93.184.216.35",
                    "rebound.example", "127.0.0.1",
                    "inside.example", "10.1.2.3",
                    "localhost", "127.0.0.1");

    private static final NameResolver RESOLVER =
            name -> {
                String address = NAMES.get(name);
                if (address == null) {
                    throw new UnknownHostException(name);
                }
                return List.of(InetAddress.ofLiteral(address));
            };

    private static ReachableHosts of(String server) throws Exception {
        HttpUrl url = HttpUrl.parse(server);
        return ReachableHosts.of(url, List.of(url), RESOLVER);
    }

    /// Whether an address may be connected to.
    private static boolean reaches(ReachableHosts hosts, String address) throws Exception {
        HttpUrl url = HttpUrl.parse(address);
        return hosts.refusal(url).isEmpty()
                && hosts.grants().judge(url.host(), url.port()) instanceof Verdict.Granted;
    }

    @Test
    void reachesPublicHostsWithEncryption() throws Exception {
        ReachableHosts hosts = of("https://mcp.example/mcp");
        assertThat(reaches(hosts, "https://auth.example/token")).isTrue();
        assertThat(reaches(hosts, "http://auth.example/token")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://localhost:8080/",
                "https://localhost/",
                "http://127.0.0.1/",
                "https://127.0.0.2/",
                "https://[::1]/",
                "https://[::ffff:127.0.0.1]/",
                "https://2130706433/",
                "https://rebound.example/",
                "https://inside.example/",
                "https://10.1.2.3/",
                "https://192.168.0.1/",
                "https://169.254.169.254/",
                "https://[fd00::1]/",
                "https://0.0.0.0/"
            })
    void reachesNothingInsideForAServerOutside(String address) throws Exception {
        assertThat(reaches(of("https://mcp.example/mcp"), address)).isFalse();
    }

    @Test
    void reachesThisMachineForAServerOfThisMachine() throws Exception {
        ReachableHosts hosts = of("http://localhost:1234/mcp");
        assertThat(reaches(hosts, "http://localhost:5678/token")).isTrue();
        assertThat(reaches(hosts, "http://127.0.0.1:5678/token")).isTrue();
        assertThat(reaches(hosts, "https://auth.example/token")).isTrue();
        assertThat(reaches(hosts, "https://inside.example/token")).isFalse();
        assertThat(reaches(hosts, "https://rebound.example/token")).isTrue();
    }

    @Test
    void reachesAServerInsideThatTheSettingsName() throws Exception {
        ReachableHosts hosts = of("https://inside.example:8443/mcp");
        assertThat(reaches(hosts, "https://inside.example:8443/metadata")).isTrue();
        assertThat(reaches(hosts, "https://inside.example/metadata")).isFalse();
        assertThat(reaches(hosts, "https://localhost:8443/metadata")).isFalse();
    }
}
