import Foundation
import LatchkeyAPI
import Testing

@testable import LatchkeyTerminal

@Suite struct DevicesCommandTests {
    private let devices = ["0a1b", "0a2c"].map {
        UnlockKeyList.UnlockKey(id: $0, deviceName: nil, createdAt: Date(timeIntervalSince1970: 0), lastUsedAt: nil)
    }

    @Test func uniqueIDPrefixSelectsADevice() throws {
        #expect(try DevicesCommand.find("0A1", in: devices, .english).id == "0a1b")
        for beginning in ["", "0a", "0b"] {
            let failure = #expect(throws: CommandFailure.self) {
                try DevicesCommand.find(beginning, in: devices, .english)
            }
            #expect(failure?.text == "No device, or more than one, has an ID that starts with \(beginning).")
        }
    }

    @Test func deviceNameCannotControlTheTerminal() {
        let device = UnlockKeyList.UnlockKey(
            id: "0a1b", deviceName: "Pad\u{1B}[2J", createdAt: Date(timeIntervalSince1970: 0), lastUsedAt: nil)
        #expect(!DevicesCommand.line(device, .english).contains("\u{1B}"))
        #expect(DevicesCommand.line(devices[0], .english).hasSuffix("Unnamed device"))
    }
}
