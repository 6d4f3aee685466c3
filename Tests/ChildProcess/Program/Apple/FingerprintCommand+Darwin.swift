#if canImport(Darwin)
import Foundation

/// There is no fprintd.
struct FingerprintCommand {
    init(_ arguments: [String]) {}

    func run() async throws { exit(64) }
}
#endif
