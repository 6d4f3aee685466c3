import Foundation
import LatchkeySecureStorage
import Testing

@testable import LatchkeyLinux

@Suite struct OverwriteTests {
    @Test func allHoldersOfWipedBytesSeeZeros() {
        let data = Data((0..<64).map { UInt8($0) + 1 })
        let shared = data
        data.overwrite(by: SecretServiceSecureStorage.Overrides().wiping)
        #expect(shared == Data(count: 64))
    }
}
