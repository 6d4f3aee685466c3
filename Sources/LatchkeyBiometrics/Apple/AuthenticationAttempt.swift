#if canImport(LocalAuthentication)
internal import LocalAuthentication

/// One request, with a context of its own.
///
/// Proof for `@unchecked Sendable`: the context never changes hands while it is used, except that `invalidate()` may come
/// during an evaluation, which it is made for (<https://developer.apple.com/documentation/localauthentication/lacontext/invalidate()>).
final class AuthenticationAttempt: @unchecked Sendable {
    let context = LAContext()

    func evaluate(_ policy: LAPolicy, reason: String) async -> BiometricOutcome {
        // LAContext raises an exception, which nobody can catch.
        guard !reason.isEmpty else { return .refused(.systemError(code: 0, text: "A prompt needs a reason.")) }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                context.evaluatePolicy(policy, localizedReason: reason) { isMatch, error in
                    continuation.resume(returning: isMatch ? .authenticated : .refused(BiometricAuthError(error)))
                }
            }
        } onCancel: {
            context.invalidate()
        }
    }
}
#endif
