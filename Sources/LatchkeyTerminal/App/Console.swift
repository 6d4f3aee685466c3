internal import Foundation
internal import TerminalKit

/// The terminal while the app has it: frames go out, keys come in.
@MainActor
final class Console {
    /// The keys, for one reader.
    var keys: AsyncStream<Key> { input.keys }
    /// The window's size.
    var size: TerminalSize

    private let device: TerminalDevice
    private let input: TerminalInput
    private var screen: Screen
    private var isClosed = false

    init(
        isColourless: Bool, texts: TerminalTexts,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        guard TerminalDevice.isInteractive(environment: environment) else { throw TerminalError.noTerminal }
        device = try TerminalDevice()
        input = try TerminalInput(device: device)
        size = device.size
        let colour = ColourSupport(environment: environment, isColourless: isColourless)
        screen = Screen(FrameRenderer(colour: colour, tooSmall: texts[.tooSmall]))
    }

    /// The window's sizes as they change.
    func sizes() throws -> AsyncStream<TerminalSize> { try WindowSizes.changes(of: device) }

    /// Takes the terminal, unless it is lent or closed.
    func enter() throws {
        guard !isClosed else { return }
        try device.enter()
        guard device.isEntered else { return }
        size = device.size
        screen.forget()
        input.resume()
    }

    /// Gives the terminal back as it was.
    func leave() {
        input.pause()
        device.leave()
    }

    /// Gives the terminal back for good, also when it is lent: whoever has it keeps it.
    func close() {
        isClosed = true
        leave()
    }

    /// Lends the terminal to another program while it works.
    func lend<Value>(to work: () async -> Value) async -> Value {
        input.pause()
        device.lend()
        let value = await work()
        device.reclaim()
        // In the background it is not ours; SIGCONT takes it again.
        try? enter()
        return value
    }

    /// Draws the frame, if the terminal is taken.
    func show(_ frame: Frame) {
        guard device.isEntered else { return }
        device.write(screen.show(frame, size: size))
    }
}
