import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeySession

struct SessionRecordTests {
    @Test func memberNamesOfTheStoredSessionRecordNeverChange() throws {
        let json =
            #"{"accountID":"id","isLockedByHand":true,"isSetupDeclined":false,"isSigningOut":false,"mustVerify":false}"#
        let record = try JSONDecoder().decode(SessionRecord.self, from: Data(json.utf8))
        #expect(record.isManuallyLocked)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == json)
    }

    @Test func memberNamesOfTheStoredPolicyNeverChange() throws {
        let json = """
            {"accountID":"id","isLockedByHand":false,"isSetupDeclined":false,"isSigningOut":false,"mustVerify":false,\
            "policy":{"biometricsAllowed":false,"longestTimeoutMinutes":15,"passcodeRequired":true,"sessionEndsAt":0}}
            """
        let record = try JSONDecoder().decode(SessionRecord.self, from: Data(json.utf8))
        let end = Date(timeIntervalSinceReferenceDate: 0)
        let policy = User.Policy(
            passcodeRequired: true, longestTimeoutMinutes: 15, biometricsAllowed: false, sessionEndsAt: end)
        #expect(record.policy == policy)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == json)
    }
}
