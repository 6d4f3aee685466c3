internal import Dispatch
public import Foundation

/// Turns among all processes that name the same file, by a lock on it (flock(2)), which the system lifts when its
/// holder dies.
public struct FileSessionTurns: SessionTurns {
    private struct Turn: SessionTurn {
        let descriptor: Int32
        // Closing lifts the lock: no other descriptor shares it.
        func end() async { LockFile.close(descriptor) }
    }

    private let path: String
    /// Threads that wait for other processes are not those that Swift's tasks share.
    private let queue = DispatchQueue(label: "latchkey.session.turns", attributes: .concurrent)

    /// Takes turns by this file, which is created with mode 0600 in a folder that exists.
    public init(file: URL) { path = file.path }

    public func begin() async throws(SessionError) -> any SessionTurn {
        let (queue, path) = (queue, path)
        let result: Result<Int32, SessionError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: LockFile.open(path)) }
        }
        return Turn(descriptor: try result.get())
    }
}
