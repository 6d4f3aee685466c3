#if canImport(AppKit)
import AppKit

// Page: nshostingcontroller.
@MainActor @preconcurrency open class NSHostingController<Content: View>: NSViewController {
    open var rootView: Content
    public init(rootView: Content) {
        self.rootView = rootView
        super.init()
    }
}

// Pages: nsviewrepresentable, nsviewrepresentablecontext. A coordinator is left out.
@MainActor @preconcurrency public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    typealias Context = NSViewRepresentableContext<Self>
    @MainActor @preconcurrency func makeNSView(context: Context) -> NSViewType
    @MainActor @preconcurrency func updateNSView(_ nsView: NSViewType, context: Context)
}
extension NSViewRepresentable {
    public var body: Never { fatalError("not for running") }
}
@MainActor @preconcurrency public struct NSViewRepresentableContext<Representable: NSViewRepresentable> {
    /// Not Apple's: for code that adds a view to a window without SwiftUI.
    public init() {}
}
#endif
