/// Remembers what is on the screen, so that the next frame writes only what differs.
struct Screen: Sendable {
    let renderer: FrameRenderer
    private var last: (frame: Frame, size: TerminalSize)?

    init(_ renderer: FrameRenderer) { self.renderer = renderer }

    /// The bytes that bring the frame onto the screen; none when it is there already.
    mutating func show(_ frame: Frame, size: TerminalSize) -> [UInt8] {
        // A window of another size has been rearranged by the terminal.
        let former = last.flatMap { $0.size == size ? $0.frame : nil }
        last = (frame, size)
        return renderer.bytes(from: former, to: frame, size: size)
    }

    /// Forgets what was drawn, since somebody else has written on the terminal: the next frame is drawn whole.
    mutating func forget() { last = nil }
}
