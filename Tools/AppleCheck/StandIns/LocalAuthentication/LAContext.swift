import AppleDevice
@_exported import Foundation
import Security

// Page: localauthentication/lacontext, and LAContext.h. Its conformances do not include Sendable.
open class LAContext: NSObject {
    private struct State {
        var wasAsked = false
        var wasInvalidated = false
        var hasProvedBiometry = false
        var hasProvedPasscode = false
        var pending: (@Sendable (Bool, (any Error)?) -> Void)?
    }

    private let device = AppleDevice.current
    private var state = State()
    private let own = NSRecursiveLock()

    public override init() { super.init() }

    // Pages: lacontext/localizedfallbacktitle, localizedreason, interactionnotallowed.
    open var localizedFallbackTitle: String?
    open var localizedReason: String = ""
    open var interactionNotAllowed: Bool = false

    // Page: lacontext/biometrytype. LAContext.h: set once canEvaluatePolicy was called, whatever it returned.
    open var biometryType: LABiometryType {
        device.withLock { device in
            guard state.wasAsked else { return .none }
            switch device.biometry {
            case .none: return .none
            case .touchID: return .touchID
            case .faceID: return .faceID
            case .opticID: return .opticID
            case .unknown: return .standInForNewer
            }
        }
    }

    // Page: lacontext/canevaluatepolicy(_:error:). LAContext.h: the error becomes nil when the policy can be evaluated.
    open func canEvaluatePolicy(_ policy: LAPolicy, error: UnsafeMutablePointer<NSError?>?) -> Bool {
        let code = device.withLock { device in
            state.wasAsked = true
            return obstacle(to: policy, on: device)
        }
        error?.pointee = code.map { NSError(domain: LAErrorDomain, code: $0) }
        return code == nil
    }

    // Page: lacontext/evaluatepolicy(_:localizedreason:reply:). The reply comes on a private queue; that its block is
    // imported as @Sendable is unverified, and the stricter reading. There is an async form, which is left out: no
    // code here calls it.
    open func evaluatePolicy(
        _ policy: LAPolicy, localizedReason: String, reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        precondition(!localizedReason.isEmpty, "LAContext raises NSInvalidArgumentException")
        let code: Int?? = device.withLock { device in
            if let code = obstacle(to: policy, on: device) { return code }
            if interactionNotAllowed { return -1004 }
            device.fallbackTitles.append(localizedFallbackTitle)
            switch device.ask(localizedReason) {
            case .match:
                state.hasProvedBiometry = device.isBiometryUsable
                state.hasProvedPasscode = !device.isBiometryUsable
                return .some(nil)
            case .error(let code): return code
            case .nothing:
                state.pending = reply
                return nil
            }
        }
        if let code { Self.send(reply, code) }
    }

    // Pages: lacontext/evaluateaccesscontrol(_:operation:localizedreason:reply:), laaccesscontroloperation.
    open func evaluateAccessControl(
        _ accessControl: SecAccessControl, operation: LAAccessControlOperation, localizedReason: String,
        reply: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        precondition(!localizedReason.isEmpty, "LAContext raises NSInvalidArgumentException")
        let wantsPasscode = accessControl.standInFlags == .devicePasscode
        guard wantsPasscode else {
            let isPresence = accessControl.standInFlags == .userPresence
            let policy: LAPolicy = isPresence ? .deviceOwnerAuthentication : .deviceOwnerAuthenticationWithBiometrics
            return evaluatePolicy(policy, localizedReason: localizedReason, reply: reply)
        }
        let code: Int?? = device.withLock { device in
            if let code = obstacle(to: .deviceOwnerAuthentication, on: device) { return code }
            if interactionNotAllowed { return -1004 }
            device.fallbackTitles.append(localizedFallbackTitle)
            switch device.ask(localizedReason) {
            case .match:
                state.hasProvedPasscode = true
                return .some(nil)
            case .error(let code): return code
            case .nothing:
                state.pending = reply
                return nil
            }
        }
        if let code { Self.send(reply, code) }
    }

    // Page: lacontext/invalidate(). LAContext.h: ends an evaluation with appCancel, later ones fail with
    // invalidContext.
    open func invalidate() {
        let pending = own.withLock {
            defer { state = State(wasAsked: state.wasAsked, wasInvalidated: true) }
            return state.pending
        }
        if let pending { Self.send(pending, -9) }
    }

    private static func send(_ reply: @escaping @Sendable (Bool, (any Error)?) -> Void, _ code: Int?) {
        let error = code.map { NSError(domain: LAErrorDomain, code: $0) }
        DispatchQueue.global().async { reply(error == nil, error) }
    }

    private func obstacle(to policy: LAPolicy, on device: DeviceState) -> Int? {
        if state.wasInvalidated { return -10 }
        if !device.hasPasscode { return -5 }
        if policy == .deviceOwnerAuthentication { return nil }
        if policy.rawValue == 4, device.hasCompanion { return nil }
        if device.biometry == .none || device.isBiometryDenied { return -6 }
        if !device.isEnrolled { return -7 }
        return device.isLockedOut ? -8 : nil
    }
}

extension LAContext: AuthenticationContext {
    public var wasInvalidated: Bool { own.withLock { state.wasInvalidated } }
    public var hasProvedBiometry: Bool { own.withLock { state.hasProvedBiometry } }
    public var hasProvedPasscode: Bool { own.withLock { state.hasProvedPasscode } }
}
