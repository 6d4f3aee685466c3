public import Hummingbird
public import LatchkeyAPI

/// A request context with nothing but the session.
public struct LatchkeyRequestContext: LatchkeyContext {
    /// Hummingbird's own context.
    public var coreContext: CoreRequestContextStorage
    /// The session of the request; nil outside of the middleware.
    public var session: OpenSession?

    /// Creates a context without a session.
    public init(source: Source) { coreContext = .init(source: source) }
}
