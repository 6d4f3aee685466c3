import Synchronization

/// Lets a few test servers live at once, and the others wait for a slot.
///
/// Each has threads of its own, and a database that works on Dispatch's, of which a process has 255 at most
/// (https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/src/internal.h). All tests at once run out of
/// them, and then any queue may have to wait for any other.
enum TestSlots {
    @TaskLocal private static var isInside = false
    private static let slots = AsyncSemaphore(count: 16)

    /// Runs `body` in a slot. What is inside one already waits for no other: a server within a server.
    static func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard !isInside else { return try await body() }
        await slots.wait()
        defer { slots.signal() }
        return try await $isInside.withValue(true) { try await body() }
    }
}

/// Lets `count` callers in at once, in the order in which they came.
private final class AsyncSemaphore: Sendable {
    private struct State {
        var free: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    init(count: Int) {
        state = Mutex(State(free: count))
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.free == 0 {
                    state.waiters.append(continuation)
                    return false
                }
                state.free -= 1
                return true
            }
            if isFree { continuation.resume() }
        }
    }

    func signal() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if state.waiters.isEmpty {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}
