import AppleDevice

/// A generic password of the imaginary keychain.
struct KeychainRow {
    let id = UUID()
    var attributes: [String: Any]
    var data: Data
    let access: SecAccessControl?
    let passcodeEpoch: Int

    // Page: security/ksecclassgenericpassword. The primary key of an item.
    static let primaryKey = ["svce", "acct", "agrp", "sync"]
    static let attributeKeys: Set<String> = ["svce", "acct", "gena", "agrp", "sync", "pdmn", "accc"]

    func isSame(as other: KeychainRow) -> Bool {
        Self.primaryKey.allSatisfy { areEqual(attributes[$0], other.attributes[$0]) }
    }

    /// A query that does not name kSecAttrSynchronizable means false: query_create_with_limit in SecDbQuery.c.
    func matches(_ query: KeychainQuery) -> Bool {
        areEqual(attributes["sync"], query["sync"] ?? false)
            && Self.attributeKeys.subtracting(["sync"])
                .allSatisfy { query[$0] == nil || areEqual(attributes[$0], query[$0]) }
    }

    /// Page: security/ksecattraccessible values. When locked, only what begins with "c" has its key:
    /// create_cferror_from_aks in SecKeybagSupport.c returns errSecInteractionNotAllowed for the rest.
    func hasClassKey(on device: DeviceState) -> Bool {
        switch device.lock {
        case .unlocked: true
        case .locked: "\(attributes["pdmn"] ?? "")".hasPrefix("c")
        case .beforeFirstUnlock: false
        }
    }
}

func areEqual(_ first: Any?, _ second: Any?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): object(first).isEqual(object(second))
    default: false
    }
}

private func object(_ value: Any) -> NSObject {
    switch value {
    case let text as String: NSString(string: text)
    case let data as Data: NSData(data: data)
    case let flag as Bool: NSNumber(value: flag)
    case let object as NSObject: object
    default: NSString(string: "\(value)")
    }
}

extension DeviceState {
    /// Disabling the passcode deletes items that require it, and a new passcode does not restore them
    /// (page: security/ksecattraccessiblewhenpasscodesetthisdeviceonly; secd-81-item-acl.m).
    var rows: [KeychainRow] {
        get {
            keychain.compactMap { $0 as? KeychainRow }.filter { row in
                "\(row.attributes["pdmn"] ?? "")" != "akpu" || row.passcodeEpoch == passcodeEpoch
            }
        }
        set { keychain = newValue }
    }
}
