import Foundation
import LatchkeySecureStorage

/// The duration of reading a secret from a directory with a thousand.
@MainActor
struct SecretFigures {
    let directory: URL

    func measure() async throws -> [Figure] {
        let (clock, keys) = (ContinuousClock(), (0..<1000).map { "key \($0)" })
        let store = try FileSecureStorage(directory: directory, key: .file(directory.appendingPathComponent("key")))
        for key in keys { try await store.save("secret of \(key)", for: key) }
        var times: [Duration] = []
        for _ in 0..<5 {
            for key in keys.shuffled() {
                let time = try await clock.measure {
                    guard try await store.load(String.self, for: key) == "secret of \(key)" else { exit(70) }
                }
                times.append(time)
            }
        }
        return [
            Figure("FileSecureStorage load, 1,000 secrets, median", times.median, milliseconds: 0.2),
            Figure("FileSecureStorage load, 1,000 secrets, 99 %", times.percentile(99), milliseconds: 0.2),
        ]
    }
}
