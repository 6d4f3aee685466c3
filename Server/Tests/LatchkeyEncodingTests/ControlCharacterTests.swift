import LatchkeyEncoding
import Testing

struct ControlCharacterTests {
    @Test func controlCharactersAreThoseOfUnicode() {
        let others = (0...0x10FFFF).compactMap(Unicode.Scalar.init)
            .filter { $0.isControl != ($0.properties.generalCategory == .control) }
        #expect(others == [])
    }
}
