#if canImport(UIKit) && canImport(SwiftUI)
internal import SwiftUI
internal import UIKit

/// Tells which window the view is in.
struct WindowReader: UIViewRepresentable {
    let onWindow: @MainActor (UIWindow?) -> Void

    func makeUIView(context: Context) -> ReadingView {
        let view = ReadingView()
        view.onWindow = onWindow
        return view
    }

    func updateUIView(_ view: ReadingView, context: Context) { view.onWindow = onWindow }

    /// Hears when it comes into a window.
    final class ReadingView: UIView {
        var onWindow: (@MainActor (UIWindow?) -> Void)?

        override func didMoveToWindow() {
            super.didMoveToWindow()
            onWindow?(window)
        }
    }
}
#endif
