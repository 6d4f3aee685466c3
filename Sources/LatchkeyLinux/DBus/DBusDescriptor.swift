internal import Foundation
internal import Synchronization

/// A descriptor that came over the bus. Closed once: by `close()`, or with the object.
final class DBusDescriptor: Sendable {
    private let number: Mutex<Int32?>

    /// Takes the descriptor over.
    init(taking number: Int32) {
        self.number = Mutex(number)
        // GLib asks for it as well; a program that the app starts must not get it, or closing here would change
        // nothing.
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    }

    deinit { close() }

    /// Closes it; a second time does nothing.
    func close() {
        let mine = number.withLock { number in
            defer { number = nil }
            return number
        }
        if let mine { _ = Foundation.close(mine) }
    }
}
