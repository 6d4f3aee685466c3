import Foundation
import LatchkeyPasskeys
import PasskeyTestSupport
import Testing

/// Truncated or changed responses.
struct CutTests {
    @Test(arguments: TestPasskeyKey.all)
    func truncatedRegistrationIsRejected(_ key: TestPasskeyKey) throws {
        let ceremony = try Ceremony(.registration)
        let passkey = Ceremony.passkey(key)
        let responses = [
            passkey.register(ceremony.challenge.text),
            passkey.register(ceremony.challenge.text, data: { $0.setExtensions([(.text("credProtect"), .int(2))]) }),
        ]
        for response in responses {
            _ = try ceremony.check(response)
            for count in 0..<response.authenticatorData.count {
                var cut = response
                cut.authenticatorData = response.authenticatorData.prefix(count)
                #expect(rejection { () throws(PasskeyError) in try ceremony.check(cut) } == .authenticatorData)
            }
            for count in 0..<response.clientData.count {
                var cut = response
                cut.clientData = response.clientData.prefix(count)
                #expect(rejection { () throws(PasskeyError) in try ceremony.check(cut) } == .clientData)
            }
        }
    }

    @Test(arguments: TestPasskeyKey.all)
    func truncatedAssertionIsRejected(_ key: TestPasskeyKey) throws {
        let ceremony = try Ceremony(.assertion)
        let stored = try key.stored
        let response = try Ceremony.passkey(key).assert(
            ceremony.challenge.text, data: { $0.setExtensions([(.text("other"), .bytes([1, 2, 3]))]) })
        _ = try ceremony.check(response, by: stored)
        for count in 0..<response.authenticatorData.count {
            var cut = response
            cut.authenticatorData = response.authenticatorData.prefix(count)
            #expect(rejection { () throws(PasskeyError) in try ceremony.check(cut, by: stored) } == .authenticatorData)
        }
        for count in 0..<response.clientData.count {
            var cut = response
            cut.clientData = response.clientData.prefix(count)
            #expect(rejection { () throws(PasskeyError) in try ceremony.check(cut, by: stored) } == .clientData)
        }
    }

    @Test(arguments: TestPasskeyKey.all)
    func changedRegistrationBytesYieldAtMostAValidKey(_ key: TestPasskeyKey) throws {
        let ceremony = try Ceremony(.registration)
        let response = Ceremony.passkey(key).register(ceremony.challenge.text)
        for index in response.authenticatorData.indices {
            for value in [0x00, 0x01, 0x1F, 0x5F, 0x80, 0x9B, 0xBB, 0xFF] as [UInt8] {
                var changed = response
                changed.authenticatorData[index] ^= value
                guard let registration = try? ceremony.check(changed) else { continue }
                #expect((1...1023).contains(registration.credentialID.count))
                let key = registration.key
                #expect(PasskeyKey(algorithm: key.algorithm, bytes: key.bytes) == key)
            }
        }
    }
}
