import Synchronization

/// The public URL. Without settings for it and the port, it is known only when the server listens.
final class PublicAddress: Sendable {
    private let value: Mutex<PublicURL?>

    init(_ url: PublicURL?) {
        value = Mutex(url)
    }

    var url: PublicURL? { value.withLock { $0 } }

    /// Sets the URL, unless it is already known.
    func resolve(_ url: PublicURL?) {
        value.withLock { $0 = $0 ?? url }
    }
}
