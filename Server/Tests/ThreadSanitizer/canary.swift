import Glibc
import Synchronization

/// A count from four threads, with a mutex by default, and without one if an argument is given.
private enum Count {
    static let guarded = Mutex(0)
    // An intentional race for the sanitizer to detect.
    nonisolated(unsafe) static var bare = 0
}

private nonisolated func work(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    for _ in 0..<100_000 {
        if CommandLine.argc > 1 {
            Count.bare += 1
        } else {
            Count.guarded.withLock { $0 += 1 }
        }
    }
    return nil
}

@main
private enum Canary {
    static func main() {
        var threads = [pthread_t](repeating: pthread_t(), count: 4)
        for index in threads.indices { pthread_create(&threads[index], nil, work, nil) }
        for thread in threads { pthread_join(thread, nil) }
    }
}
