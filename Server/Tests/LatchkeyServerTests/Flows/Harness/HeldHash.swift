import Foundation
import Testing

/// A switch that holds the hashes of a server under test; see `Tests/HeldHash/held-hash.c`.
struct HeldHash: Sendable {
    private let scratch: URL

    /// - Parameter scratch: The parent of the server's data directory.
    init(in scratch: URL) {
        self.scratch = scratch
    }

    private var library: URL { scratch.appending(path: "held-hash.so") }
    private var hold: URL { scratch.appending(path: "held-hash") }
    private var begun: URL { scratch.appending(path: "held-hash-begun") }

    /// Whether a held hash has started.
    var hasBegun: Bool { FileManager.default.fileExists(atPath: begun.path) }

    /// Holds hashes that start from now on.
    func begin() throws {
        try? FileManager.default.removeItem(at: begun)
        try Data().write(to: hold)
    }

    func end() { try? FileManager.default.removeItem(at: hold) }

    /// Compiles the library that holds hashes, and returns the server's environment for it.
    func environment() async throws -> [String: String] {
        if !FileManager.default.fileExists(atPath: library.path) {
            let compiler = try ChildProcess(
                [Self.clang ?? "clang", "-O1", "-shared", "-fPIC", "-o", library.path, Self.source.path],
                scratch: scratch)
            let exit = try await compiler.exit()
            try #require(exit.status == 0, "\(compiler.errors)")
        }
        return ["LD_PRELOAD": library.path, "HELD_HASH": hold.path]
    }

    private static let source = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../HeldHash/held-hash.c").standardizedFileURL

    /// Swift's clang.
    static let clang: String? = {
        let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
        return folders.map { "\($0)/clang" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }()
}

extension Trait where Self == ConditionTrait {
    /// Requires the tools to hold a real process's hashes.
    static var holdingHashes: Self {
        #if os(Linux)
        .enabled(if: HeldHash.clang != nil, "clang is not in PATH")
        #else
        .disabled("needs LD_PRELOAD")
        #endif
    }
}
