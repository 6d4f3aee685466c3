internal import Foundation
internal import TerminalKit

/// The app's terminal, which shows frames and delivers keys.
@MainActor
final class Console {
    /// The keys, for one consumer.
    var keys: AsyncStream<Key> { input.keys }
    var size: TerminalSize

    private let device: TerminalDevice
    private let input: TerminalInput
    private var screen: Screen
    private var isClosed = false

    convenience init(
        isColourless: Bool, texts: TerminalTexts,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws {
        guard TerminalDevice.isInteractive(environment: environment) else { throw TerminalError.noTerminal }
        let colour = ColourSupport(environment: environment, isColourless: isColourless)
        try self.init(TerminalDevice(), colour: colour, texts: texts)
    }

    init(_ device: TerminalDevice, colour: ColourSupport, texts: TerminalTexts) throws {
        self.device = device
        input = try TerminalInput(device: device)
        size = device.size
        screen = Screen(FrameRenderer(colour: colour, tooSmall: texts[.tooSmall]))
    }

    /// Returns the sizes of the window as they change.
    func sizes() throws -> AsyncStream<TerminalSize> { try WindowSizes.changes(of: device) }

    /// Enters the terminal, unless it is lent or closed.
    func enter() throws {
        guard !isClosed else { return }
        try device.enter()
        guard device.isEntered else { return }
        size = device.size
        screen.invalidate()
        input.resume()
    }

    /// Restores the terminal.
    func leave() {
        input.pause()
        device.leave()
    }

    /// Restores the terminal permanently. A program that it is lent to can still use it.
    func close() {
        isClosed = true
        leave()
    }

    /// Lends the terminal to another program during the work.
    func lend<Value>(to work: () async -> Value) async -> Value {
        input.pause()
        device.lend()
        let value = await work()
        device.reclaim()
        // Fails in the background; SIGCONT retries.
        try? enter()
        return value
    }

    /// Draws the frame, if the terminal is entered.
    func show(_ frame: Frame) {
        guard device.isEntered else { return }
        device.write(screen.show(frame, size: size))
    }
}
