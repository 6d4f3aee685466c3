import Foundation
import LatchkeyAPI
import Testing

@Suite struct StrictMembersTests {
    private func decode<Value: Decodable>(_ json: String) throws -> Value {
        try WireFormat.makeDecoder().decode(Value.self, from: Data(json.utf8))
    }

    @Test func snakeCaseMembersAreDecoded() throws {
        let request: RefreshRequest = try decode(#"{"refresh_token": "r"}"#)
        #expect(request.refreshToken == "r")
    }

    @Test(arguments: [
        "refreshToken", "refresh_Token", "_refresh_token", "refresh_token_", "refresh__token", "REFRESH_TOKEN",
    ])
    func otherSpellingsOfAMemberAreNotAccepted(_ name: String) {
        #expect(throws: DecodingError.self) { let _: RefreshRequest = try decode(#"{"\#(name)": "r"}"#) }
    }

    @Test(arguments: [
        #"{"refreshToken": "wrong", "refresh_token": "right"}"#,
        #"{"refresh_token": "right", "refreshToken": "wrong"}"#,
    ])
    func differentlySpelledMemberDoesNotReplaceTheCorrectOne(_ json: String) throws {
        let request: RefreshRequest = try decode(json)
        #expect(request.refreshToken == "right")
    }

    @Test(arguments: [#"{"": 1, "_": 2, "__": 3, "refresh_token": "r"}"#, #"{"refresh_token": "r", "x": {"aB": [1]}}"#])
    func unknownMembersAreIgnored(_ json: String) throws {
        let request: RefreshRequest = try decode(json)
        #expect(request.refreshToken == "r")
    }

    @Test func missingMemberIsReportedByItsSwiftName() {
        // The server derives its JSON pointers from this name.
        do {
            let _: RefreshRequest = try decode("{}")
            Issue.record("decoded")
        } catch DecodingError.keyNotFound(let key, _) {
            #expect(key.stringValue == "refreshToken")
        } catch {
            Issue.record("\(type(of: error))")
        }
    }
}
