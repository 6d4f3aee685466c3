import Foundation
import Testing

@testable import LatchkeyServer

@Suite struct WallClockTests {
    @Test(arguments: [
        ("3600", 3600), ("-60\n", -60), ("1.5", 1.5), ("", 0), ("soon", 0), ("1e300", 0), ("nan", 0), ("-inf", 0),
    ])
    func theDevelopmentClockMovesOnlyByAValidNumber(text: String, seconds: Double) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "clock-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        let before = Timestamp(Date().addingTimeInterval(seconds))
        let now = DevelopmentWallClock(offsetFile: file).now
        let after = Timestamp(Date().addingTimeInterval(seconds))
        #expect(before <= now && now <= after)
    }
}
