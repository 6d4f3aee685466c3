@_exported import Foundation

// Page: localauthentication/laerrordomain.
public let LAErrorDomain = "com.apple.LocalAuthentication"

// Pages: localauthentication/laerror-swift.struct and laerror-swift.struct/code; values: LAError.h.
public struct LAError: _BridgedStoredNSError {
    public let _nsError: NSError
    public init(_nsError error: NSError) {
        precondition(error.domain == LAErrorDomain)
        _nsError = error
    }
    public static var _nsErrorDomain: String { LAErrorDomain }

    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        public typealias _ErrorType = LAError
        case authenticationFailed = -1
        case userCancel = -2
        case userFallback = -3
        case systemCancel = -4
        case passcodeNotSet = -5
        // The old names are the cases, and the new ones static properties of the same value. So a switch over them
        // cannot be exhaustive, and ends in `default`.
        @available(iOS, introduced: 8.0, deprecated: 11.0, renamed: "biometryNotAvailable")
        @available(macOS, introduced: 10.10, deprecated: 10.13, renamed: "biometryNotAvailable")
        case touchIDNotAvailable = -6
        @available(iOS, introduced: 8.0, deprecated: 11.0, renamed: "biometryNotEnrolled")
        @available(macOS, introduced: 10.10, deprecated: 10.13, renamed: "biometryNotEnrolled")
        case touchIDNotEnrolled = -7
        @available(iOS, introduced: 9.0, deprecated: 11.0, renamed: "biometryLockout")
        @available(macOS, introduced: 10.11, deprecated: 10.13, renamed: "biometryLockout")
        case touchIDLockout = -8
        case appCancel = -9
        case invalidContext = -10
        #if os(macOS)
        @available(macOS, introduced: 10.15, deprecated: 15.0) case watchNotAvailable = -11
        @available(macOS 11.2, *) case biometryNotPaired = -12
        @available(macOS 11.2, *) case biometryDisconnected = -13
        @available(macOS 12.0, *) case invalidDimensions = -14
        #else
        @available(iOS 18.0, *) @available(visionOS, unavailable) case companionNotAvailable = -11
        #endif
        case notInteractive = -1004
        // A code that Apple adds later. On a device, any number becomes a code.
        case standInForNewer = -9999
        public static var biometryNotAvailable: Code { .touchIDNotAvailable }
        public static var biometryNotEnrolled: Code { .touchIDNotEnrolled }
        public static var biometryLockout: Code { .touchIDLockout }
    }
}

// On a device, Objective-C's runtime converts an NSError: `error as? LAError` succeeds.
extension LAError: _ObjectiveCBridgeable {
    public func _bridgeToObjectiveC() -> NSError { _nsError }
    public static func _forceBridgeFromObjectiveC(_ error: NSError, result: inout LAError?) {
        _ = _conditionallyBridgeFromObjectiveC(error, result: &result)
    }
    public static func _conditionallyBridgeFromObjectiveC(_ error: NSError, result: inout LAError?) -> Bool {
        guard error.domain == LAErrorDomain else { return false }
        result = LAError(_nsError: error)
        return true
    }
    public static func _unconditionallyBridgeFromObjectiveC(_ error: NSError?) -> LAError {
        LAError(_nsError: error ?? NSError(domain: LAErrorDomain, code: -1))
    }
}
