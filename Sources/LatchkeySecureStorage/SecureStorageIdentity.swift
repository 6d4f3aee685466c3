/// The identity of the place of secrets: storages of equal identity share their secrets.
public struct SecureStorageIdentity: Sendable, Hashable {
    private enum Name: Sendable, Hashable {
        case object(ObjectIdentifier)
        case parts([String])
    }

    private let name: Name

    /// The identity of secrets that only this object can access. The object must outlive its identity.
    public init(_ object: AnyObject) { name = .object(ObjectIdentifier(object)) }

    /// The identity of secrets that any storage in this process with the same parts can access: the kind of storage,
    /// then the folder or service.
    public init(_ parts: String...) { name = .parts(parts) }
}
