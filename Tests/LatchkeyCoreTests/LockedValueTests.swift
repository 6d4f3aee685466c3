import LatchkeyCore
import Testing

struct LockedValueTests {
    @Test("ASVS-15.4.1 concurrent changes lose no update")
    func concurrentChangesLoseNoUpdate() async {
        let count = LockedValue(0)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<1000 { count.withLock { $0 += 1 } } }
            }
        }
        #expect(count.withLock { $0 } == 8000)
    }

    /// Compiles only if `withLock` preserves the error type.
    @Test func typedErrorIsRethrownAndReleasesTheLock() {
        struct Rejected: Error {}
        let value = LockedValue(1)
        do throws(Rejected) {
            try value.withLock { _ throws(Rejected) in throw Rejected() }
            Issue.record("nothing thrown")
        } catch { #expect(value.withLock { $0 } == 1) }
    }
}
