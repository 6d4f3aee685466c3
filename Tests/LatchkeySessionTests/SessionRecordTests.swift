import Foundation
import Testing

@testable import LatchkeySession

struct SessionRecordTests {
    @Test func theNamesInTheStoredRecordDoNotChange() throws {
        let json =
            #"{"accountID":"id","isLockedByHand":true,"isSetupDeclined":false,"isSigningOut":false,"mustVerify":false}"#
        let record = try JSONDecoder().decode(SessionRecord.self, from: Data(json.utf8))
        #expect(record.isManuallyLocked)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(record), as: UTF8.self) == json)
    }
}
