import SwiftUI

// Apple's is a macro. Here it is a property wrapper without results.
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
