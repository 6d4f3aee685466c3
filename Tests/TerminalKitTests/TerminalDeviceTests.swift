import CProcess
import ChildProcess
import Foundation
import Testing

@testable import TerminalKit

/// Serialized, because emergency restoration is process-wide.
@Suite(.serialized, .timeLimit(.minutes(5))) struct TerminalDeviceTests {
    @Test func leavingRestoresTheTerminalSettings() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let device = try TerminalDevice(path: terminal.path)
        for _ in 0..<2 {
            try device.enter()
            try device.enter()
            #expect(terminal.isRaw)
            #expect(terminal.output().contains("\u{1B}[?1049h"))
            device.leave()
            device.leave()
            #expect(terminal.settings == before)
            let output = terminal.output()
            #expect(
                output.contains("\u{1B}[?1049l") && output.contains("\u{1B}[?25h") && output.contains("\u{1B}[?2004l"))
            #expect(output.components(separatedBy: "\u{1B}[?1049l").count == 2)
        }
    }

    @Test("C12 screen is cleared before leaving the terminal")
    func screenIsClearedBeforeLeavingTheTerminal() throws {
        let terminal = try PseudoTerminal()
        let device = try TerminalDevice(path: terminal.path)
        try device.enter()
        _ = terminal.output()
        device.leave()
        let output = terminal.output()
        let clear = try #require(output.range(of: Sequences.clear))
        let leave = try #require(output.range(of: "\u{1B}[?1049l"))
        #expect(clear.upperBound <= leave.lowerBound)
    }

    @Test("C1 unread digits are discarded when leaving the terminal")
    func unreadDigitsAreDiscardedWhenLeavingTheTerminal() throws {
        let terminal = try PseudoTerminal()
        let device = try TerminalDevice(path: terminal.path)
        try device.enter(.prompt)
        terminal.type("481920")
        let end = ContinuousClock.now + .seconds(60)
        while terminal.unread < 6 { try #require(ContinuousClock.now < end) }
        device.leave()
        // In canonical mode only whole lines can be read.
        terminal.type("\n")
        #expect(terminal.line() == "\n")
    }

    @Test func onlyCtrlZSendsASignal() throws {
        let terminal = try PseudoTerminal()
        let device = try TerminalDevice(path: terminal.path)
        try device.enter(.prompt)
        let settings = try TerminalMode.read(device.descriptor)
        #expect(settings.c_lflag & tcflag_t(ISIG) != 0)
        #expect(settings.c_iflag & tcflag_t(IXON | ICRNL) == 0)
        let characters = withUnsafeBytes(of: settings.c_cc) { Array($0) }
        #expect(characters[Int(VINTR)] == cprocess_disabled_key())
        #expect(characters[Int(VQUIT)] == cprocess_disabled_key())
        #expect(characters[Int(VSUSP)] == 26)
        #expect(!terminal.output().contains("\u{1B}[?1049h"))
    }

    @Test func suspendRestoresTheTerminalAndResumeRedrawsThePrompt() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let device = try TerminalDevice(path: terminal.path)
        try device.resume()
        #expect(terminal.settings == before, "nothing was taken before")
        try device.enter(.prompt)
        device.show(line: "Passcode: ••")
        _ = terminal.output()
        device.suspend()
        #expect(terminal.settings == before)
        #expect(terminal.output().contains("\r\n"), "the shell's words begin a line")
        try device.resume()
        #expect(terminal.isRaw)
        #expect(terminal.output().contains("Passcode: ••"))
        device.suspend()
        device.leave()
        try device.resume()
        #expect(terminal.settings == before, "it was left for good")
    }

    @Test func lentTerminalIsNotModified() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let device = try TerminalDevice(path: terminal.path)
        try device.enter()
        device.lend()
        #expect(terminal.settings == before)
        _ = terminal.output()
        try device.enter()
        device.leave()
        #expect(terminal.settings == before)
        #expect(terminal.output() == "")
        device.reclaim()
        try device.enter()
        #expect(terminal.isRaw)
        device.leave()
    }

    @Test func releasingTheDeviceRestoresTheTerminal() throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        try TerminalDevice(path: terminal.path).enter()
        #expect(terminal.settings == before)
    }

    @Test func nonTerminalPathThrowsAnError() {
        #expect(throws: TerminalError.noTerminal) { try TerminalDevice(path: "/dev/null") }
        #expect(throws: TerminalError.noTerminal) { try TerminalDevice(path: "/nowhere") }
    }

    @Test func sizeIsTheWindowsOrTheDefault() throws {
        let terminal = try PseudoTerminal()
        let device = try TerminalDevice(path: terminal.path)
        terminal.resize(columns: 100, rows: 30)
        #expect(device.size == TerminalSize(columns: 100, rows: 30))
        terminal.resize(columns: 0, rows: 0)
        #expect(device.size == .standard)
    }

    @Test func windowSizeChangeIsReported() async throws {
        let terminal = try PseudoTerminal()
        let device = try TerminalDevice(path: terminal.path)
        var sizes = try WindowSizes.changes(of: device).makeAsyncIterator()
        terminal.resize(columns: 90, rows: 25)
        // The terminal has no foreground process, so the signal is sent explicitly.
        kill(getpid(), SIGWINCH)
        #expect(await sizes.next() == TerminalSize(columns: 90, rows: 25))
    }

    @Test(arguments: EmergencyRestore.signals)
    func processKilledByASignalRestoresTheTerminalFirst(signal: Int32) async throws {
        let terminal = try PseudoTerminal()
        let before = terminal.settings
        let path = terminal.path
        await #expect(processExitsWith: .signal(signal)) { [path = path as String, signal = signal as Int32] in
            let device = try TerminalDevice(path: path)
            try device.enter()
            guard (try TerminalMode.read(device.descriptor)).c_lflag & tcflag_t(ICANON) == 0 else { exit(1) }
            // Not `raise`, because this thread may block the signal.
            kill(getpid(), signal)
            // Releasing the device would restore the terminal too.
            withExtendedLifetime(device) { while true { pause() } }
        }
        #expect(terminal.settings == before)
        let output = terminal.output()
        #expect(output.contains("\u{1B}[?1049h"))
        #expect(output.components(separatedBy: Sequences.clear).count == 3, "also before it dies")
        #expect(output.contains("\u{1B}[?1049l\u{1B}") || output.hasSuffix("\u{1B}[?1049l"))
    }

    @Test func crashAfterLeavingWritesNothing() async throws {
        let terminal = try PseudoTerminal()
        let path = terminal.path
        await #expect(processExitsWith: .signal(SIGSEGV)) { [path = path as String] in
            let device = try TerminalDevice(path: path)
            try device.enter()
            device.leave()
            raise(SIGSEGV)
        }
        #expect(terminal.output().components(separatedBy: "\u{1B}[?1049l").count == 2)
    }
}
