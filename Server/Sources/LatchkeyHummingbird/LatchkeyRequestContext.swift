public import Hummingbird
public import LatchkeyAPI

/// A request context with nothing but the session.
public struct LatchkeyRequestContext: LatchkeyContext {
    public var coreContext: CoreRequestContextStorage
    public var session: OpenSession?

    public init(source: Source) { coreContext = .init(source: source) }
}
