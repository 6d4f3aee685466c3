// Page: localauthentication/lapolicy; values: LAPublicDefines.h. On a Mac the names with "watch" came first, so there
// the names with "companion" are static properties. The version that deprecates them is unverified.
public enum LAPolicy: Int, @unchecked Sendable {
    case deviceOwnerAuthenticationWithBiometrics = 1
    case deviceOwnerAuthentication = 2
    #if os(macOS)
    @available(macOS, introduced: 10.15, deprecated: 15.0)
    case deviceOwnerAuthenticationWithBiometricsOrWatch = 4
    @available(macOS 15.0, *)
    public static var deviceOwnerAuthenticationWithBiometricsOrCompanion: LAPolicy {
        .deviceOwnerAuthenticationWithBiometricsOrWatch
    }
    #else
    @available(iOS 18.0, *) @available(visionOS, unavailable)
    case deviceOwnerAuthenticationWithBiometricsOrCompanion = 4
    #endif
}

// Page: localauthentication/labiometrytype. The last one represents a type that Apple adds later.
public enum LABiometryType: Int, @unchecked Sendable {
    case none = 0
    case touchID = 1
    case faceID = 2
    @available(iOS 17.0, macOS 14.0, visionOS 1.0, *) case opticID = 4
    case standInForNewer = 99
}

// Page: localauthentication/laaccesscontroloperation; values: LAPublicDefines.h.
public enum LAAccessControlOperation: Int, @unchecked Sendable {
    case createItem = 0
    case useItem = 1
    case createKey = 2
    case useKeySign = 3
    @available(iOS 10.0, macOS 10.12, *) case useKeyDecrypt = 4
    @available(iOS 10.0, macOS 10.12, *) case useKeyKeyExchange = 5
}
