#if canImport(Darwin)
import Foundation

/// A placeholder: fprintd exists only on Linux.
struct FingerprintCommand {
    init(_ arguments: [String]) {}

    func run() async throws { exit(64) }
}
#endif
