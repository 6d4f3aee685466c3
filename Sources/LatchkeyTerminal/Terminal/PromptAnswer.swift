/// What a question came to.
enum PromptAnswer<Value: Sendable>: Sendable {
    case given(Value)
    /// Ctrl-C, Ctrl-D, Escape, or a terminal that is gone.
    case cancelled
}

/// What a key did to an answer that is being typed.
enum PromptStep: Equatable, Sendable {
    /// The line is to show this now.
    case show(String)
    case nothing
    case done
    case cancelled

    /// The keys that end every question.
    static func ending(_ key: Key) -> PromptStep? {
        [.escape, .control("c"), .control("d")].contains(key) ? .cancelled : nil
    }
}
