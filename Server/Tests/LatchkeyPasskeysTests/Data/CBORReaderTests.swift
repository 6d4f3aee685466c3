import PasskeyTestSupport
import Testing

@testable import LatchkeyPasskeys

struct CBORReaderTests {
    /// Returns the length of the map; nil without one.
    private func length(_ bytes: [UInt8]) -> Int? {
        // Preceded by other bytes, as in authenticator data.
        let all = [0xFF, 0xFF] + bytes
        var reader = CBORReader(all[2...])
        return reader.skipMap() ? reader.position - 2 : nil
    }

    @Test func mapEndsWithItsLastMember() {
        let map = CBORValue.map([
            (.int(1), .int(-70_000)), (.text("a"), .bytes([UInt8](repeating: 1, count: 300))),
            (.int(24), .array([.bool(true), .map([(.int(256), .text(""))])])),
        ]).encoded
        #expect(length(map) == map.count)
        #expect(length(map + [0]) == map.count)
        for count in 0..<map.count { #expect(length(Array(map.prefix(count))) == nil) }
    }

    @Test(
        arguments: [
            [0x17], [0x18, 0xFF], [0x19, 0, 0], [0x1A, 0, 0, 0, 0], [0x1B, 0, 0, 0, 0, 0, 0, 0, 0],
            [0x3B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xF6], [0xF9, 0, 0], [0xFA, 0, 0, 0, 0],
            [0xFB, 0, 0, 0, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func numbersNullAndFloatsAreSkippedByWidth(_ value: [UInt8]) {
        #expect(length([0xA1, 0x01] + value) == 2 + value.count)
        #expect(length([0xA1, 0x01] + value.dropLast()) == nil)
    }

    @Test func valueOtherThanAMapIsRejected() {
        for first in UInt8.min...UInt8.max where first >> 5 != 5 {
            #expect(length([first] + [UInt8](repeating: 0, count: 300)) == nil)
        }
    }

    @Test(
        arguments: [
            [0xC1, 0x01], [0x5F, 0x41, 0, 0xFF], [0x9F, 0xFF], [0xBF, 0xFF], [0x1C], [0x1D], [0x1E], [0xFF],
        ] as [[UInt8]])
    func tagsIndefiniteLengthsAndReservedFormsAreRejected(_ value: [UInt8]) {
        #expect(length([0xA1, 0x01] + value) == nil)
        #expect(length([0xBF, 0x01] + value + [0xFF]) == nil)
    }

    @Test(
        arguments: [
            [0xBB, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xBB, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xBA, 0xFF, 0xFF, 0xFF, 0xFF], [0xA1, 0x01, 0x9B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
            [0xA1, 0x01, 0x5B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0xA1, 0x01, 0x58, 0x02, 0x00],
        ] as [[UInt8]])
    func aCountBeyondTheInputIsRejectedImmediately(_ bytes: [UInt8]) { #expect(length(bytes) == nil) }

    @Test(arguments: 1...6)
    func nestingIsLimitedToFourLevels(_ count: Int) {
        var value = CBORValue.int(1)
        for _ in 0..<count { value = .map([(.int(1), value)]) }
        #expect((length(value.encoded) == value.encoded.count) == (count <= 4))
    }

    @Test func aMillionNestingLevelsAreRejected() {
        #expect(length([0xA1, 0x01] + [UInt8](repeating: 0x81, count: 1_000_000)) == nil)
    }
}
