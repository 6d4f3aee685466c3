internal import CGLib
internal import Foundation
internal import Synchronization

/// A file descriptor received over the bus. It is closed by `close()` or with the object.
final class DBusDescriptor: Sendable {
    private let number: Mutex<Int32?>

    /// - Parameter number: The descriptor, now owned by the object.
    init(taking number: Int32) {
        self.number = Mutex(number)
        // Programs that the app starts must not inherit it: closing it here would have no effect. GLib also requests
        // this.
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit { close() }

    /// Closes the descriptor. A second call does nothing.
    func close() {
        if let number = number.withLock({ $0.take() }) { _ = Foundation.close(number) }
    }

    /// Returns the descriptors of a reply.
    ///
    /// - Parameter list: The list, which is freed.
    static func all(taking list: UnsafeMutablePointer<GUnixFDList>?) -> [DBusDescriptor] {
        guard let list else { return [] }
        defer { g_object_unref(list) }
        var count: Int32 = 0
        guard let numbers = g_unix_fd_list_steal_fds(list, &count) else { return [] }
        defer { g_free(numbers) }
        return (0..<Int(count)).map { DBusDescriptor(taking: numbers[$0]) }
    }
}
