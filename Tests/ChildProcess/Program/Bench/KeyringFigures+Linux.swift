#if os(Linux)
import Foundation
import LatchkeyLinux
import LatchkeySecureStorage

/// The overhead of `SecretServiceSecureStorage` compared with the bare D-Bus calls.
@MainActor
struct KeyringFigures {
    private let clock = ContinuousClock()
    private let text = String(repeating: "k", count: 64)

    func measure() async throws -> [Figure] {
        guard ProcessInfo.processInfo.environment["LATCHKEY_TEST_SERVICES"] == "1" else {
            Child.say("  NOT MEASURED: the keyring; run it with scripts/with-linux-services")
            return []
        }
        guard let plain = PlainKeyring(service: "bench") else { exit(70) }
        let (ours, json) = (SecretServiceSecureStorage(service: "bench"), "\"\(text)\"")
        for key in ["ours", "plain"] { try await ours.save(text, for: key) }
        let load = try await Rounds(count: 301).ratio {
            try await clock.measure {
                guard try await ours.load(String.self, for: "ours") == text else { exit(70) }
            }
        } to: {
            clock.measure { guard plain.load("plain") == json.utf8.count else { exit(70) } }
        }
        let store = try await Rounds(count: 301).ratio {
            try await clock.measure { try await ours.save(text, for: "ours") }
        } to: {
            clock.measure { guard plain.store(json, for: "plain") else { exit(70) } }
        }
        return [
            Figure("SecretServiceSecureStorage load ÷ libsecret alone", ratio: load, bar: 1.2),
            Figure("SecretServiceSecureStorage save ÷ libsecret alone", ratio: store, bar: 1.2),
        ]
    }
}
#endif
