public import Hummingbird
public import LatchkeyAPI

/// A request context that contains only the session.
public struct LatchkeyRequestContext: LatchkeyContext {
    /// The storage of Hummingbird's own request context.
    public var coreContext: CoreRequestContextStorage
    /// The session of the request; nil outside of the middleware.
    public var session: OpenSession?

    /// Creates a context without a session.
    public init(source: Source) { coreContext = .init(source: source) }
}
