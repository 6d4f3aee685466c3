import Synchronization

/// The public URL, which is known only once the server listens when neither it nor the port is set.
final class PublicAddress: Sendable {
    private let value: Mutex<PublicURL?>

    init(_ url: PublicURL?) {
        value = Mutex(url)
    }

    var url: PublicURL? { value.withLock { $0 } }

    /// Keeps the first URL that is known.
    func resolve(_ url: PublicURL?) {
        value.withLock { $0 = $0 ?? url }
    }
}
