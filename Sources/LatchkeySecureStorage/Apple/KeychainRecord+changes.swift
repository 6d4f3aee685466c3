#if canImport(Security) && canImport(LocalAuthentication)
internal import Foundation
internal import LocalAuthentication
internal import Security

extension KeychainRecord {
    /// Stores the data. The older value is valid until the new one is stored.
    @KeychainActor
    func save(_ data: Data, access: SecureStorageAccess) throws(SecureStorageError) {
        let attributes = try access.keychainAttributes()
        let places = access.guardedPlaces
        guard !places.isEmpty else {
            try requireStored(put(data, attributes), access)
            return try discard([name.allGuarded(key)])
        }
        let present = GuardedPlace.allCases.first { name.guarded(key, $0).isThere }
        let free = places.first { $0 != present }
        guard let free else { return }
        // An item of a former enrolment cannot be read, but still blocks the name.
        try discard([name.guarded(key, free)])
        try requireStored(name.guarded(key, free).add(data, access: attributes), access)
        // The current value is deleted last, so that an older one never becomes current.
        let others = GuardedPlace.allCases.filter { $0 != free }.reversed().map { name.guarded(key, $0) }
        try discard(others + [name.plain(key)])
    }

    @KeychainActor
    func delete() throws(SecureStorageError) { try discard([name.allGuarded(key), name.plain(key)]) }

    /// Reads and changes the secret as one step between processes. Otherwise throws and changes nothing.
    @KeychainActor
    func update<Outcome: Sendable>(
        access: SecureStorageAccess,
        _ change: @Sendable (Data?) throws(SecureStorageError) -> (Outcome, SecretCoding.Change)
    ) throws(SecureStorageError) -> Outcome {
        let present: KeychainItem.Content?
        switch try find() {
        case .absent: present = nil
        case .readable(let content): present = content
        case .guarded: throw .locked
        }
        let (outcome, next) = try change(present?.data)
        switch next {
        case .none: break
        case .store(let data): try replace(present, with: data, access)
        case .delete: try requireDeleted(name.plain(key).delete(version: present?.version))
        }
        return outcome
    }

    @KeychainActor
    private func replace(
        _ present: KeychainItem.Content?, with data: Data, _ access: SecureStorageAccess
    ) throws(SecureStorageError) {
        if !access.guardedPlaces.isEmpty { return try save(data, access: access) }
        let attributes = try access.keychainAttributes()
        let item = name.plain(key)
        let status =
            if let present { item.update(data, access: attributes, from: present.version) } else {
                item.add(data, access: attributes)
            }
        try requireStored(status, access)
    }

    /// Updates the item that requires no match, or adds it.
    @KeychainActor
    private func put(_ data: Data, _ attributes: [String: Any]) -> OSStatus {
        let item = name.plain(key)
        let status = item.update(data, access: attributes, from: nil)
        guard status == errSecItemNotFound else { return status }
        let added = item.add(data, access: attributes)
        // Another process added the item first; its value is replaced.
        return added == errSecDuplicateItem ? item.update(data, access: attributes, from: nil) : added
    }

    @KeychainActor
    private func discard(_ items: [KeychainItem]) throws(SecureStorageError) {
        for item in items {
            let status = item.delete()
            if status != errSecItemNotFound { try requireDeleted(status) }
        }
    }

    private func requireStored(_ status: OSStatus, _ access: SecureStorageAccess) throws(SecureStorageError) {
        switch status {
        case errSecSuccess: return
        // The device passcode was removed; Apple's sources differ on the status code.
        case errSecNotAvailable where access.needsDevicePasscode, errSecAuthFailed where access.needsDevicePasscode:
            throw .unsupportedAccess(access)
        default: throw SecureStorageError(status: status, else: SecureStorageError.saveFailed)
        }
    }

    private func requireDeleted(_ status: OSStatus) throws(SecureStorageError) {
        guard status == errSecSuccess else {
            throw SecureStorageError(status: status, else: SecureStorageError.deleteFailed)
        }
    }
}

extension KeychainItem {
    /// Whether the item exists, even if it cannot be read.
    var isThere: Bool {
        if case .absent = read(with: LAContext()) { false } else { true }
    }
}
#endif
