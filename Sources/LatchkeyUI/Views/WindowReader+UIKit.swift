#if canImport(UIKit) && canImport(SwiftUI)
internal import SwiftUI
internal import UIKit

/// Tells which window the view is in, when it comes into it and at each update.
struct WindowReader: UIViewRepresentable {
    let onWindow: @MainActor (UIWindow) -> Void

    func makeUIView(context: Context) -> ReadingView {
        let view = ReadingView()
        view.onWindow = onWindow
        return view
    }

    func updateUIView(_ view: ReadingView, context: Context) {
        view.onWindow = onWindow
        if let window = view.window { onWindow(window) }
    }

    /// Hears when it comes into a window.
    final class ReadingView: UIView {
        var onWindow: (@MainActor (UIWindow) -> Void)?

        override func didMoveToWindow() {
            super.didMoveToWindow()
            if let window { onWindow?(window) }
        }
    }
}
#endif
