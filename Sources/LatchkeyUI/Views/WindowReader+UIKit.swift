#if canImport(UIKit) && canImport(SwiftUI)
internal import SwiftUI
internal import UIKit

/// A view that reports its window, when it enters one and at each update.
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

    /// A view that reports when it enters a window.
    final class ReadingView: UIView {
        var onWindow: (@MainActor (UIWindow) -> Void)?

        override func didMoveToWindow() {
            super.didMoveToWindow()
            if let window { onWindow?(window) }
        }
    }
}
#endif
