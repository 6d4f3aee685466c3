internal import CGLib
internal import Foundation
internal import Synchronization

/// A file descriptor that was received over the bus. Closed once: by `close()`, or with the object.
final class DBusDescriptor: Sendable {
    private let number: Mutex<Int32?>

    /// - Parameter number: Owned by the object from now on.
    init(taking number: Int32) {
        self.number = Mutex(number)
        // Not inherited by programs that the app starts: closing it here would then have no effect. GLib asks for this
        // as well.
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit { close() }

    /// Closes the descriptor. Does nothing the second time.
    func close() {
        if let number = number.withLock({ $0.take() }) { _ = Foundation.close(number) }
    }

    /// The descriptors of a reply.
    ///
    /// - Parameter list: Freed.
    static func all(taking list: UnsafeMutablePointer<GUnixFDList>?) -> [DBusDescriptor] {
        guard let list else { return [] }
        defer { g_object_unref(list) }
        var count: Int32 = 0
        guard let numbers = g_unix_fd_list_steal_fds(list, &count) else { return [] }
        defer { g_free(numbers) }
        return (0..<Int(count)).map { DBusDescriptor(taking: numbers[$0]) }
    }
}
