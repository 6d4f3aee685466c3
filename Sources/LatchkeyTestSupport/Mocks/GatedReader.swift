package import LatchkeyBiometrics
internal import LatchkeyCore

/// A fingerprint reader whose prompts stay open until the test or a cancellation ends them.
package final class GatedReader: BiometricAuthProtocol {
    private struct State {
        var up: [Int: CheckedContinuation<BiometricOutcome, Never>] = [:]
        var asked = 0
        var most = 0
        var watchers: [(asked: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var cancelled: Set<Int> = []
    }

    private let state = LockedValue(State())
    private let heedsCancellation: Bool

    /// Creates a reader without open prompts.
    ///
    /// - Parameter heedsCancellation: Whether a cancellation ends the prompt.
    package init(heedsCancellation: Bool = true) { self.heedsCancellation = heedsCancellation }

    /// The number of prompts so far.
    package var asked: Int { state.withLock { $0.asked } }
    /// The highest number of prompts that were shown at the same time.
    package var most: Int { state.withLock { $0.most } }
    /// Whether a prompt is open.
    package var isUp: Bool { state.withLock { !$0.up.isEmpty } }

    package func status() async throws(BiometricAuthError) -> BiometricType { .fingerprint }

    package func authenticate(reason: String) async -> BiometricOutcome {
        let id = state.withLock { state in
            state.asked += 1
            return state.asked
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isCancelled, watchers) = state.withLock { state in
                    let watchers = state.watchers.filter { $0.asked <= id }
                    state.watchers.removeAll { $0.asked <= id }
                    if state.cancelled.contains(id) { return (true, watchers) }
                    state.up[id] = continuation
                    state.most = max(state.most, state.up.count)
                    return (false, watchers)
                }
                if isCancelled { continuation.resume(returning: .rejected(.appCanceled)) }
                // Also if the prompt was cancelled before it opened: its watchers must not wait forever.
                for watcher in watchers { watcher.continuation.resume() }
            }
        } onCancel: {
            guard heedsCancellation else { return }
            let waiting = state.withLock { state in
                state.cancelled.insert(id)
                return state.up.removeValue(forKey: id)
            }
            waiting?.resume(returning: .rejected(.appCanceled))
        }
    }

    package func authenticateWithBiometricsOrDevicePasscode(reason: String) async -> BiometricOutcome {
        await authenticate(reason: reason)
    }

    /// Waits until this number of prompts have opened.
    package func waitUntilPrompted(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.asked > count || state.up[count] != nil || state.cancelled.contains(count) {
                    return true
                }
                state.watchers.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Ends the open prompts with the outcome.
    package func respond(_ outcome: BiometricOutcome) {
        let up = state.withLock { state in
            defer { state.up = [:] }
            return Array(state.up.values)
        }
        for continuation in up { continuation.resume(returning: outcome) }
    }
}
