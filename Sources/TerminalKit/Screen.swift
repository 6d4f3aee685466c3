/// The frame that is currently shown, so that the next one writes only the difference.
package struct Screen: Sendable {
    let renderer: FrameRenderer
    private var last: (frame: Frame, size: TerminalSize)?

    package init(_ renderer: FrameRenderer) { self.renderer = renderer }

    /// Returns the bytes that draw the frame; none if it is already shown.
    package mutating func show(_ frame: Frame, size: TerminalSize) -> [UInt8] {
        // After a change of size the terminal has rearranged the rows.
        let former = last.flatMap { $0.size == size ? $0.frame : nil }
        last = (frame, size)
        return renderer.bytes(from: former, to: frame, size: size)
    }

    /// Discards the frame, because another program has written to the terminal. The next frame is drawn as a whole.
    package mutating func invalidate() { last = nil }
}
