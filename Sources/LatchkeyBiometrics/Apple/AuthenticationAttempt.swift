#if canImport(LocalAuthentication)
package import LocalAuthentication
package import Security

/// A request for authentication, with its own context.
///
/// Proof for `@unchecked Sendable`: only one task uses the context at a time, except that `invalidate()` may be called
/// during an evaluation, as documented
/// (<https://developer.apple.com/documentation/localauthentication/lacontext/invalidate()>).
package final class AuthenticationAttempt: @unchecked Sendable {
    package let context = LAContext()

    package init() {}

    package func evaluate(_ policy: LAPolicy, reason: String) async -> BiometricOutcome {
        await evaluate(reason: reason) { context, reply in
            context.evaluatePolicy(policy, localizedReason: reason, reply: reply)
        }
    }

    /// Requests what the access control of an item or a key requires. Afterwards the context authorizes that use. See
    /// `evaluateAccessControl(_:operation:localizedReason:reply:)` in
    /// <https://developer.apple.com/documentation/localauthentication/lacontext>.
    package func evaluate(
        _ control: SecAccessControl, for operation: LAAccessControlOperation, reason: String
    ) async -> BiometricOutcome {
        await evaluate(reason: reason) { context, reply in
            context.evaluateAccessControl(control, operation: operation, localizedReason: reason, reply: reply)
        }
    }

    private func evaluate(
        reason: String, _ ask: (LAContext, @escaping @Sendable (Bool, (any Error)?) -> Void) -> Void
    ) async -> BiometricOutcome {
        // LAContext raises an exception, which Swift cannot catch.
        guard !reason.isEmpty else { return .rejected(.systemError(code: 0, text: "A prompt requires a reason.")) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                ask(context) { isMatch, error in
                    continuation.resume(returning: isMatch ? .authenticated : .rejected(BiometricAuthError(error)))
                }
            }
        } onCancel: {
            context.invalidate()
        }
    }
}
#endif
