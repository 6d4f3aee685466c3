#if os(macOS)
internal import AppKit
internal import SwiftUI

/// Tells which window the view is in.
struct WindowReader: NSViewRepresentable {
    let onWindow: @MainActor (NSWindow?) -> Void

    func makeNSView(context: Context) -> ReadingView {
        let view = ReadingView()
        view.onWindow = onWindow
        return view
    }

    func updateNSView(_ view: ReadingView, context: Context) { view.onWindow = onWindow }

    /// Hears when it comes into a window.
    final class ReadingView: NSView {
        var onWindow: (@MainActor (NSWindow?) -> Void)?

        override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            onWindow?(window)
        }
    }
}
#endif
