import AppleDevice

extension KeychainRow {
    /// Whether the caller may decrypt the item, after a prompt if necessary.
    ///
    /// ks_decrypt_data: an item with constraints requires authentication, whatever the call returns of it.
    func authorize(_ query: KeychainQuery, on device: inout DeviceState) -> OSStatus {
        if device.lock == .beforeFirstUnlock, device.hidesItemsBeforeFirstUnlock { return errSecItemNotFound }
        guard hasClassKey(on: device) else { return errSecInteractionNotAllowed }
        guard let access, access.asks else { return errSecSuccess }
        // Page: security/secaccesscontrolcreateflags/biometrycurrentset: invalidated. s3dl_query_row skips such a row.
        if access.flags.contains(.biometryCurrentSet), access.enrolment != device.enrolment {
            if device.statusOfInvalidatedItem == errSecItemNotFound { device.rows.removeAll { $0.id == id } }
            return device.statusOfInvalidatedItem
        }
        let wantsBiometry = !access.flags.isDisjoint(with: [.biometryAny, .biometryCurrentSet])
        // Page: localauthentication/lacontext: an evaluated context needs no second prompt.
        let wantsPasscode = access.flags.contains(.devicePasscode)
        if let context = query.context,
            context.hasProvedBiometry && !wantsPasscode || context.hasProvedPasscode && !wantsBiometry
        {
            return errSecSuccess
        }
        if query.context?.interactionNotAllowed == true { return errSecInteractionNotAllowed }
        guard wantsBiometry ? device.isBiometryUsable : device.hasPasscode else { return errSecAuthFailed }
        switch device.ask(query.context?.localizedReason ?? "") {
        case .match: return errSecSuccess
        case .error(let code): return status(forAuthenticationError: code)
        case .nothing: return errSecAuthFailed
        }
    }
}

/// osstatus_for_localauthentication_error in SecItem.m: cancelled by the user, not interactive, and all other errors.
private func status(forAuthenticationError code: Int) -> OSStatus {
    switch code {
    case -2: errSecUserCanceled
    case -1004: errSecInteractionNotAllowed
    default: errSecAuthFailed
    }
}
