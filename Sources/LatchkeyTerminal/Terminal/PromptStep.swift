/// What a key did to an answer that is being typed.
enum PromptStep: Equatable, Sendable {
    /// The line is to show this now.
    case show(String)
    case nothing
    case done
    case cancelled
}
