import Foundation
import Testing

extension WaitingFlows {
    /// The examples in `deploy` that put a web application behind the lock, each run by its proxy.
    @Suite(.onOneStore, .enabled(if: ApplicationUnderTest.isInstalled, "python3 is absent")) enum ProxyTests {
        @Suite(.enabled(if: ReverseProxy.nginx.absence == nil, "\(ReverseProxy.nginx.absence ?? "")"))
        struct Nginx {
            @Test(arguments: ProxyContract.Rule.allCases)
            func theProxyKeepsEachRule(_ rule: ProxyContract.Rule) async throws {
                try await ProxyContract(proxy: .nginx).verify(rule)
            }
        }

        @Suite(.enabled(if: ReverseProxy.caddy.absence == nil, "\(ReverseProxy.caddy.absence ?? "")"))
        struct Caddy {
            @Test(arguments: ProxyContract.Rule.allCases)
            func theProxyKeepsEachRule(_ rule: ProxyContract.Rule) async throws {
                try await ProxyContract(proxy: .caddy).verify(rule)
            }
        }

        @Suite(.enabled(if: ReverseProxy.haproxy.absence == nil, "\(ReverseProxy.haproxy.absence ?? "")"))
        struct HAProxy {
            @Test(arguments: ProxyContract.Rule.allCases)
            func theProxyKeepsEachRule(_ rule: ProxyContract.Rule) async throws {
                try await ProxyContract(proxy: .haproxy).verify(rule)
            }

            @Test(.enabled(if: geteuid() == 0, "requires root"))
            func theHAProxyProcessDoesNotRunAsRoot() async throws {
                try await ProxyUnderTest.run(.haproxy) { scene in
                    let status = try String(contentsOfFile: "/proc/\(scene.process.id)/status", encoding: .utf8)
                    let user = try #require(status.firstMatch(of: #/Uid:\s+([0-9]+)\s+([0-9]+)/#))
                    #expect(user.1 != "0" && user.2 != "0")
                }
            }
        }

        @Suite(.enabled(if: ApplicationUnderTest.canUpgrade, "hypercorn is absent"))
        struct Upgrades {
            @Test(arguments: ReverseProxy.allCases.filter { $0.absence == nil })
            func onlyWebSocketUpgradesAreAllowed(_ proxy: ReverseProxy) async throws {
                try await ProxyContract(proxy: proxy).upgrades()
            }
        }

        @Suite(.enabled(if: ReverseProxy.apache.absence == nil, "\(ReverseProxy.apache.absence ?? "")"))
        struct Apache {
            @Test(arguments: ProxyContract.Rule.allCases)
            func theProxyKeepsEachRule(_ rule: ProxyContract.Rule) async throws {
                try await ProxyContract(proxy: .apache).verify(rule)
            }
        }
    }
}
