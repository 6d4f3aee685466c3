import AppleDevice

/// The validated dictionary of a keychain call.
///
/// The rules are those of query_applier, query_add_return, query_set_data and query_set_access_control in SecDbQuery.c
/// (Security-61901). A query that is not modelled returns errSecUnimplemented.
struct KeychainQuery {
    private let values: [String: Any]

    init(_ dictionary: CFDictionary) {
        var values: [String: Any] = [:]
        for (key, value) in dictionary { values["\(key)"] = value }
        self.values = values
    }

    subscript(key: String) -> Any? { values[key] }

    func flag(_ key: String) -> Bool { (values[key] as? Bool) ?? (values[key] as? NSNumber)?.boolValue ?? false }

    var attributes: [String: Any] { values.filter { KeychainRow.attributeKeys.contains($0.key) } }
    var data: Data? { (values["v_Data"] as? Data) ?? (values["v_Data"] as? NSData).map { Data(referencing: $0) } }
    var context: (any AuthenticationContext)? { values["u_AuthCtx"] as? any AuthenticationContext }
    var access: SecAccessControl? { values["accc"] as? SecAccessControl }

    func objection(to call: DeviceState.Call, on device: DeviceState) -> OSStatus? {
        guard let itemClass = values["class"] else { return errSecParam }
        guard areEqual(itemClass, "genp") else { return errSecNoSuchClass }
        for key in values.keys {
            if let status = objection(to: key, in: call) { return status }
        }
        if values["accc"] != nil, values["pdmn"] != nil { return errSecParam }
        if let protection = values["pdmn"], !SecAccessControl.protections.contains("\(protection)") {
            return errSecParam
        }
        // SecItemServer.c: without any group, or for the group of another app.
        let groups = device.accessGroups
        if groups.isEmpty { return errSecMissingEntitlement }
        if let group = values["agrp"], !groups.contains("\(group)") { return errSecMissingEntitlement }
        // Page: security/ksecusedataprotectionkeychain.
        return device.isMac && !flag("nleg") ? errSecUnimplemented : nil
    }

    private func objection(to key: String, in call: DeviceState.Call) -> OSStatus? {
        if KeychainRow.attributeKeys.contains(key) {
            // SecItem.m: an access control belongs to an added item. Elsewhere it is not modelled.
            guard key == "accc" else { return nil }
            return access == nil ? errSecParam : call == .add ? nil : errSecUnimplemented
        }
        switch key {
        case "class", "nleg": return nil
        case "r_Data", "r_Attributes": return call == .copyMatching ? nil : errSecParam
        case "m_Limit": return call == .copyMatching && areEqual(values[key], "m_LimitOne") ? nil : errSecParam
        case "u_AuthCtx":
            guard let context else { return errSecParam }
            // SecItemAttributesPrepare: such a context cannot be passed.
            return context.wasInvalidated ? errSecAuthFailed : nil
        case "v_Data": return call == .add && data != nil ? nil : errSecParam
        default: return key.count == 4 ? errSecNoSuchAttr : errSecParam
        }
    }
}
