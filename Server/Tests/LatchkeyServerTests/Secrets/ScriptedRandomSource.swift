import Synchronization

@testable import LatchkeyServer

/// A source that repeats the script's bytes, and records the requested counts.
final class ScriptedRandomSource: RandomSource {
    private let script: [UInt8]
    private let counts = Mutex<[Int]>([])

    var requested: [Int] { counts.withLock { $0 } }

    init(_ script: [UInt8]) {
        self.script = script
    }

    func bytes(_ count: Int) -> [UInt8] {
        counts.withLock { $0.append(count) }
        return (0..<count).map { script[$0 % script.count] }
    }
}
