internal import Foundation
public import LatchkeyAPI

/// Which server a ``SessionAPI`` reaches: those of the same identity reach the same accounts.
public struct SessionServerIdentity: Sendable, Hashable {
    let name: String

    /// The server at this address, over HTTP or anything of the app's own.
    public init(_ server: ServerURL) { name = "\(server)" }

    /// A server that nothing else reaches, such as one in memory: made once, and kept beside it.
    public init() { name = UUID().uuidString }
}
