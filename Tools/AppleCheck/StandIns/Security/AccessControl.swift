import AppleDevice

// Page: security/secaccesscontrol. A CoreFoundation type; the page lists no Sendable conformance.
public final class SecAccessControl {
    let protection: String
    let flags: SecAccessControlCreateFlags
    /// Not Apple's: for LAContext, which reads the constraints.
    public var standInFlags: SecAccessControlCreateFlags { flags }
    /// Not Apple's: for CryptoKit, likewise.
    public var standInProtection: String { protection }
    public var standInEnrolment: Int { enrolment }
    /// The enrolment at its creation.
    let enrolment: Int

    init(protection: String, flags: SecAccessControlCreateFlags, enrolment: Int) {
        (self.protection, self.flags, self.enrolment) = (protection, flags, enrolment)
    }

    static let protections: Set<String> = ["ak", "ck", "aku", "cku", "akpu"]

    /// Whether its item requires authentication.
    var asks: Bool {
        !flags.isDisjoint(with: [.userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode])
    }
}

// Page: security/secaccesscontrolcreateflags; values: SecAccessControl.h (Security-61901).
public struct SecAccessControlCreateFlags: OptionSet, Sendable {
    public let rawValue: CFOptionFlags
    public init(rawValue: CFOptionFlags) { self.rawValue = rawValue }
    public static var userPresence: Self { Self(rawValue: 1 << 0) }
    public static var biometryAny: Self { Self(rawValue: 1 << 1) }
    public static var biometryCurrentSet: Self { Self(rawValue: 1 << 3) }
    public static var devicePasscode: Self { Self(rawValue: 1 << 4) }
    public static var privateKeyUsage: Self { Self(rawValue: 1 << 30) }
}

// Page: security/secaccesscontrolcreatewithflags(_:_:_:_:). Rejected arguments: SecAccessControl.m (Security-61901).
public func SecAccessControlCreateWithFlags(
    _ allocator: CFAllocator?, _ protection: CFTypeRef, _ flags: SecAccessControlCreateFlags,
    _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> SecAccessControl? {
    AppleDevice.current.withLock { device in
        let status = device.failure(of: .accessControl)
        let isContradictory =
            flags.isSuperset(of: [.biometryAny, .biometryCurrentSet])
            || flags.contains(.userPresence) && !flags.isSubset(of: [.userPresence, .privateKeyUsage])
        let name = (protection as? NSString).map { String(describing: $0) } ?? ""
        guard status == nil, !isContradictory, SecAccessControl.protections.contains(name) else {
            let code = Int(status ?? errSecParam)
            error?.pointee = Unmanaged.passRetained(NSError(domain: NSOSStatusErrorDomain, code: code))
            return nil
        }
        return SecAccessControl(protection: name, flags: flags, enrolment: device.enrolment)
    }
}
