#if os(macOS)
internal import AppKit
internal import SwiftUI

/// A view that reports its window, when it enters one and at each update.
struct WindowReader: NSViewRepresentable {
    let onWindow: @MainActor (NSWindow) -> Void

    func makeNSView(context: Context) -> ReadingView {
        let view = ReadingView()
        view.onWindow = onWindow
        return view
    }

    func updateNSView(_ view: ReadingView, context: Context) {
        view.onWindow = onWindow
        if let window = view.window { onWindow(window) }
    }

    /// A view that reports when it enters a window.
    final class ReadingView: NSView {
        var onWindow: (@MainActor (NSWindow) -> Void)?

        override func viewDidMoveToWindow() {
            super.viewDidMoveToWindow()
            if let window { onWindow?(window) }
        }
    }
}
#endif
