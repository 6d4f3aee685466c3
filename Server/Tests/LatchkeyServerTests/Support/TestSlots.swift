import Synchronization

/// A limit of concurrent test servers.
///
/// Each has threads, and a database that uses Dispatch's, of which a process has at most 255
/// (https://github.com/swiftlang/swift-corelibs-libdispatch/blob/main/src/internal.h). All tests together would exhaust
/// them, and queues would wait for each other.
enum TestSlots {
    @TaskLocal private static var isInside = false
    private static let slots = AsyncSemaphore(count: 16)

    /// Runs `body` in a slot. A nested call does not wait for another one.
    static func run<Value>(_ body: () async throws -> Value) async throws -> Value {
        guard !isInside else { return try await body() }
        await slots.wait()
        defer { slots.signal() }
        return try await $isInside.withValue(true) { try await body() }
    }
}

/// A semaphore that admits `count` callers, in order of arrival.
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
