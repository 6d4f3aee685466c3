import SwiftUI

// On Apple a macro of this name makes the property; here a wrapper does, whose results are none.
// Page: swiftdata/query(filter:sort:order:animation:). The animation is left out.
@available(iOS 17.0, macOS 14.0, *)
@propertyWrapper @MainActor public struct Query<Element: PersistentModel>: DynamicProperty {
    public init<Value: Comparable>(
        filter: Predicate<Element>? = nil, sort: KeyPath<Element, Value> & Sendable, order: SortOrder = .forward
    ) {}
    public var wrappedValue: [Element] { [] }
}

// Page: swiftui/environmentvalues/modelcontext. Apple's traps where there is no container.
private struct ModelContextKey: EnvironmentKey {
    static var defaultValue: ModelContext { fatalError("not for running") }
}
@available(iOS 17.0, macOS 14.0, *)
extension EnvironmentValues {
    public var modelContext: ModelContext {
        get { self[ModelContextKey.self] }
        set {}
    }
}

// Page: swiftui/view/modelcontainer(_:).
@available(iOS 17.0, macOS 14.0, *)
extension View {
    nonisolated public func modelContainer(_ container: ModelContainer) -> some View { self }
}
