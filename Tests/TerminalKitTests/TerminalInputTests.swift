import ChildProcess
import Foundation
import Testing

@testable import TerminalKit

@Suite(.serialized, .timeLimit(.minutes(5))) struct TerminalInputTests {
    @Test func keysArriveAsTypedIncludingALoneEscape() async throws {
        let terminal = try PseudoTerminal()
        let device = try TerminalDevice(path: terminal.path)
        try device.enter()
        let input = try TerminalInput(device: device)
        input.resume()
        var keys = input.keys.makeAsyncIterator()
        terminal.type("aé\u{1B}[A\u{3}\u{1C}\r\u{1B}")
        var typed: [Key?] = []
        for _ in 0..<7 { typed.append(await keys.next()) }
        #expect(typed == [.character("a"), .character("é"), .up, .control("c"), .control("\\"), .enter, .escape])
        input.stop()
        #expect(await keys.next() == nil)
    }

    @Test func pausedInputIsLeftToOtherPrograms() async throws {
        let terminal = try PseudoTerminal()
        let device = try TerminalDevice(path: terminal.path)
        try device.enter()
        let input = try TerminalInput(device: device)
        input.resume()
        input.pause()
        terminal.type("x")
        var byte: UInt8 = 0
        var poller = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&poller, 1, 60_000) == 1)
        #expect(read(device.descriptor, &byte, 1) == 1)
        #expect(byte == UInt8(ascii: "x"))
        input.resume()
        terminal.type("y")
        var keys = input.keys.makeAsyncIterator()
        #expect(await keys.next() == .character("y"))
    }

    @Test func closedTerminalEndsTheKeys() async throws {
        var terminal: PseudoTerminal? = try PseudoTerminal()
        let device = try TerminalDevice(path: try #require(terminal).path)
        try device.enter()
        let input = try TerminalInput(device: device)
        input.resume()
        var keys = input.keys.makeAsyncIterator()
        terminal = nil
        #expect(await keys.next() == nil)
        // The thread has ended, so this does not wait.
        input.pause()
    }

    @Test func excessInputIsNeitherLostNorAccumulated() async throws {
        let terminal = try PseudoTerminal()
        let device = try TerminalDevice(path: terminal.path)
        try device.enter()
        let input = try TerminalInput(device: device)
        input.resume()
        var keys = input.keys.makeAsyncIterator()
        let text = (0..<1_500).map { String($0 % 10) }.joined()
        let writer = Thread { for _ in 0..<10 { terminal.type(text) } }
        writer.start()
        var count = 0
        for index in 0..<15_000 where await keys.next() == .character(Character(String(index % 1_500 % 10))) {
            count += 1
        }
        #expect(count == 15_000)
    }

    @Test("MASVS-PLATFORM-3 passcode prompt does not show digits")
    func passcodePromptDoesNotShowDigits() async throws {
        let terminal = try PseudoTerminal()
        let prompt = DigitPrompt(try TerminalDevice(path: terminal.path), length: 6)
        async let response = prompt.ask("Passcode:") { $0 }
        try await untilRaw(terminal)
        terminal.type("48x1\u{7F}1920\r")
        #expect(try await response == "481920")
        #expect(terminal.isRaw, "what is typed meanwhile is not shown")
        let output = terminal.output()
        #expect(output.contains("Passcode: ••••••"))
        #expect(output.filter { $0.isNumber } == "")
    }

    @Test(arguments: ["48\u{3}", "\u{4}", "481920\u{1B}"]) func digitPromptCanBeCancelled(typed: String) async throws {
        let terminal = try PseudoTerminal()
        let prompt = DigitPrompt(try TerminalDevice(path: terminal.path), length: 6)
        async let response = prompt.ask("Passcode:") { $0 }
        try await untilRaw(terminal)
        terminal.type(typed)
        #expect(try await response == nil)
    }

    @Test func digitEntryAcceptsExactlySixDigits() {
        let entry = DigitEntry(length: 6)
        #expect(entry.take(.character("½")) == .show(""))
        #expect(entry.take(.paste("12345")) == .show("•••••"))
        #expect(entry.take(.enter) == .nothing)
        #expect(entry.take(.paste("67")) == .show("•••••"))
        #expect(entry.take(.character("6")) == .show("••••••"))
        #expect(entry.take(.character("7")) == .show("••••••"))
        #expect(entry.take(.enter) == .done)
        #expect(entry.take(.control("u")) == .show(""))
        #expect(entry.text == "")
    }

    @Test(arguments: ["481920", "４８１９２０", "٤٨١٩٢٠", "۴۸۱۹۲۰"])
    func digitsOfAnyScriptAreAccepted(typed: String) {
        let entry = DigitEntry(length: 6)
        for character in typed { _ = entry.take(.character(character)) }
        #expect(entry.text == "481920")
    }

    /// Waits for raw mode. Earlier input would be discarded or echoed.
    private func untilRaw(_ terminal: PseudoTerminal) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while !terminal.isRaw {
            try #require(ContinuousClock.now < end)
            await Task.yield()
        }
    }
}
