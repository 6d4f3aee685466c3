/// An object that shows the system prompts of an app one at a time, such as the app's lock.
@MainActor
public protocol PromptCoordinator: Sendable {
    /// Shows a system prompt of the app. It does not overlap other prompts or count as leaving the app. It is cancelled
    /// when the app locks or goes to the background.
    ///
    /// Returns nil without a prompt if the app is locked or in the background, or becomes so before the prompt is
    /// shown.
    func prompt<Value: Sendable>(_ ask: @escaping @MainActor @Sendable () async -> Value) async -> Value?
}
