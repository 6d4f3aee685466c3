/// Identifies the place of a storage's secrets: storages of equal identity hold the same secrets.
public struct SecureStorageIdentity: Sendable, Hashable {
    private enum Name: Sendable, Hashable {
        case object(ObjectIdentifier)
        case parts([String])
    }

    private let name: Name

    /// Secrets that only this object reaches. It must not go away before its identity does.
    public init(_ object: AnyObject) { name = .object(ObjectIdentifier(object)) }

    /// Secrets that every storage of this process reaches that names the same parts: the kind of storage first, then
    /// the folder or the service.
    public init(_ parts: String...) { name = .parts(parts) }
}
