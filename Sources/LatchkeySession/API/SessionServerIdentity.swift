internal import Foundation
public import LatchkeyAPI

/// The identity of the server that a ``SessionAPI`` reaches: equal identities reach the same accounts.
public struct SessionServerIdentity: Sendable, Hashable {
    let name: String

    /// The server at this address, over HTTP or anything of the app's own.
    public init(_ server: ServerURL) { name = "\(server)" }

    /// A server that nothing else reaches, such as one in memory. Create the identity once, with the server.
    public init() { name = UUID().uuidString }
}
