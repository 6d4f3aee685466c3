#if os(Linux)
import CPlainDesktop
import Foundation
import LatchkeyLinux
import LatchkeySecureStorage

/// What `SecretServiceSecureStorage` adds to the calls that it makes.
@MainActor
struct KeyringFigures {
    private let clock = ContinuousClock()
    private let text = String(repeating: "k", count: 64)

    func measure() async throws -> [Figure] {
        guard ProcessInfo.processInfo.environment["LATCHKEY_TEST_SERVICES"] == "1" else {
            Child.say("  NOT MEASURED: the keyring; run it with scripts/with-linux-services")
            return []
        }
        guard let plain = plain_keyring_open() else { exit(70) }
        defer { plain_keyring_close(plain) }
        let (ours, bytes) = (SecretServiceSecureStorage(service: "bench"), Array("\"\(text)\"".utf8))
        for key in ["ours", "plain"] { try await ours.save(text, for: key) }
        let load = try await Rounds(count: 301).ratio {
            try await clock.measure {
                guard try await ours.load(String.self, for: "ours") == text else { exit(70) }
            }
        } to: {
            clock.measure { guard plain_keyring_load(plain, "bench", "plain") == bytes.count else { exit(70) } }
        }
        let store = try await Rounds(count: 301).ratio {
            try await clock.measure { try await ours.save(text, for: "ours") }
        } to: {
            clock.measure {
                guard plain_keyring_store(plain, "bench", "plain", bytes, bytes.count) == 0 else { exit(70) }
            }
        }
        return [
            Figure("SecretServiceSecureStorage load ÷ plain C", ratio: load, bar: 1.2),
            Figure("SecretServiceSecureStorage save ÷ plain C", ratio: store, bar: 1.2),
        ]
    }
}
#endif
