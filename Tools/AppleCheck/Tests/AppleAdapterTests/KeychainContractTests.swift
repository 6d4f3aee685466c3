import AppleDevice
import LatchkeySecureStorage
import LatchkeyTestSupport
import Testing

@Suite(.ownDevice) struct KeychainContractTests {
    @Test func keychainKeepsTheContractOfSecureStorage() async throws {
        let count = Count()
        try await SecureStorageContract {
            KeychainSecureStorage(service: "contract.\(await count.next())", accessGroup: nil) { true }
        }.verify()
    }

    @Test func macKeychainKeepsTheContract() async throws {
        device { $0.isMac = true }
        let count = Count()
        try await SecureStorageContract {
            KeychainSecureStorage(service: "contract.\(await count.next())", accessGroup: nil) { true }
        }.verify()
    }
}

private actor Count {
    private var number = 0
    func next() -> Int {
        number += 1
        return number
    }
}
