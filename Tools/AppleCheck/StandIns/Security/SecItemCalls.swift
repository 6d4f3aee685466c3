import AppleDevice

// A data-protection keychain in memory, for generic passwords. The comments name the sources of its rules: files of
// Apple's open-source Security-61901.
//
// Apple's C functions have a discardable result; here an ignored status is a warning, on purpose.

/// Runs a test's hook or returns its failure, then performs the call.
private func perform(
    _ call: DeviceState.Call, _ dictionary: CFDictionary,
    _ body: (KeychainQuery, inout DeviceState) -> OSStatus
) -> OSStatus {
    AppleDevice.current.withLock { $0.interruption(of: call) }?()
    return AppleDevice.current.withLock { device in
        let query = KeychainQuery(dictionary)
        return query.objection(to: call, on: device) ?? device.failure(of: call) ?? body(query, &device)
    }
}

// Page: security/secitemadd(_:_:).
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    perform(.add, attributes) { query, device in
        guard result == nil else { return errSecUnimplemented }
        var stored = query.attributes
        stored["accc"] = nil
        // query_infer_keyclass: "when unlocked" by default.
        stored["pdmn"] = query.access?.protection ?? query["pdmn"] ?? "ak"
        stored["agrp"] = query["agrp"] ?? device.accessGroups[0]
        stored["sync"] = query.flag("sync")
        let row = KeychainRow(
            attributes: stored, data: query.data ?? Data(), access: query.access, passcodeEpoch: device.passcodeEpoch)
        // A row whose enrolment was removed keeps its key until it is read.
        if device.rows.contains(where: { $0.isSame(as: row) }) { return errSecDuplicateItem }
        if areEqual(stored["pdmn"], "akpu"), !device.hasPasscode { return device.statusOfAddWithoutPasscode }
        guard row.hasClassKey(on: device) else { return errSecInteractionNotAllowed }
        device.rows.append(row)
        return errSecSuccess
    }
}

// Page: security/secitemcopymatching(_:_:).
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    perform(.copyMatching, query) { query, device in
        let (wantsData, wantsAttributes) = (query.flag("r_Data"), query.flag("r_Attributes"))
        // errSecReturnMissingPointer is errSecParam.
        if result == nil, wantsData || wantsAttributes { return errSecParam }
        for row in device.rows where row.matches(query) {
            let status = row.authorize(query, on: &device)
            if status == errSecItemNotFound { continue }
            guard status == errSecSuccess else { return status }
            if wantsAttributes {
                var attributes = row.attributes
                if wantsData { attributes["v_Data"] = row.data }
                result?.pointee = attributes as NSDictionary
            } else if wantsData {
                result?.pointee = row.data as NSData
            }
            return errSecSuccess
        }
        return errSecItemNotFound
    }
}

// Page: security/secitemupdate(_:_:). s3dl_query_update: selects and changes in one exclusive transaction.
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    let changes = KeychainQuery(attributesToUpdate)
    return perform(.update, query) { query, device in
        var count = 0
        for row in device.rows where row.matches(query) {
            let status = row.authorize(query, on: &device)
            if status == errSecItemNotFound { continue }
            guard status == errSecSuccess else { return status }
            var new = row
            if let data = changes.data { new.data = data }
            for (key, value) in changes.attributes { new.attributes[key] = value }
            if areEqual(new.attributes["pdmn"], "akpu"), !device.hasPasscode {
                return device.statusOfAddWithoutPasscode
            }
            if device.rows.contains(where: { $0.id != new.id && $0.isSame(as: new) }) { return errSecDuplicateItem }
            device.rows = device.rows.map { $0.id == new.id ? new : $0 }
            count += 1
        }
        // "No items updated".
        return count == 0 ? errSecItemNotFound : errSecSuccess
    }
}

// Page: security/secitemdelete(_:). SecAccessControl.m: deletion requires no authentication. That a locked device
// rejects it is unverified; it is the stricter reading.
public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    perform(.delete, query) { query, device in
        let rows = device.rows.filter { $0.matches(query) }
        guard rows.allSatisfy({ $0.hasClassKey(on: device) }) else { return errSecInteractionNotAllowed }
        device.rows.removeAll { row in rows.contains { $0.id == row.id } }
        return rows.isEmpty ? errSecItemNotFound : errSecSuccess
    }
}
