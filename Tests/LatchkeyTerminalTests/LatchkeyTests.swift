import ArgumentParser
import Testing

@testable import LatchkeyTerminal

@Suite struct LatchkeyTests {
    @Test func theCommandIsCalledByItsProductName() {
        #expect(Latchkey.configuration.commandName == "latchkey")
    }
}
