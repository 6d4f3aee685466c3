// Page: dynamicproperty.
public protocol DynamicProperty {}

private final class Box<Value>: @unchecked Sendable {
    var value: Value
    init(_ value: Value) { self.value = value }
}

// Page: state.
@propertyWrapper public struct State<Value>: DynamicProperty {
    private let box: Box<Value>
    public init(wrappedValue value: Value) { box = Box(value) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding<Value> { Binding(standIn: box.value) }
}
extension State where Value: ExpressibleByNilLiteral {
    public init() { self.init(wrappedValue: nil) }
}
extension State: Sendable where Value: Sendable {}

// Pages: binding, binding/init(get:set:). The page shows @isolated(any); @Sendable besides is from OpenSwiftUI,
// unverified and stricter.
@propertyWrapper @dynamicMemberLookup public struct Binding<Value>: DynamicProperty {
    private let get: @isolated(any) @Sendable () -> Value
    init(standIn value: Value) {
        // Read only on the main actor, as views are.
        nonisolated(unsafe) let value = value
        get = { value }
    }
    @preconcurrency public init(
        get: @escaping @isolated(any) @Sendable () -> Value, set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) { self.get = get }
    public var wrappedValue: Value {
        // Views are drawn on the main actor, to which these closures are isolated, so that no hop is necessary.
        get { unsafeBitCast(get, to: (@Sendable () -> Value).self)() }
        nonmutating set {}
    }
    public var projectedValue: Binding<Value> { self }
    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(standIn: wrappedValue[keyPath: keyPath])
    }
}
extension Binding: @unchecked Sendable where Value: Sendable {}

// Page: bindable. The unavailable initializer makes the memberwise one of a struct with such a property.
@available(iOS 17.0, macOS 14.0, *)
@propertyWrapper @dynamicMemberLookup public struct Bindable<Value> {
    private var value: Value
    public var wrappedValue: Value {
        get { value }
        set { value = newValue }
    }
    public var projectedValue: Bindable<Value> { self }
    @available(*, unavailable, message: "The wrapped value must be an object that conforms to Observable")
    public init(wrappedValue: Value) { fatalError("not for running") }
}
@available(iOS 17.0, macOS 14.0, *)
extension Bindable where Value: AnyObject {
    public subscript<Subject>(dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(standIn: value[keyPath: keyPath])
    }
}
@available(iOS 17.0, macOS 14.0, *)
extension Bindable where Value: AnyObject, Value: Observable {
    public init(wrappedValue: Value) { value = wrappedValue }
    public init(_ wrappedValue: Value) { value = wrappedValue }
}

// Page: scaledmetric.
@propertyWrapper public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    public let wrappedValue: Value
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) { self.wrappedValue = wrappedValue }
}

// Page: focusstate. Not isolated, and not Sendable.
@propertyWrapper public struct FocusState<Value: Hashable>: DynamicProperty {
    private let box: Box<Value>
    @propertyWrapper public struct Binding {
        fileprivate let box: Box<Value>
        public var wrappedValue: Value {
            get { box.value }
            nonmutating set { box.value = newValue }
        }
        public var projectedValue: Binding { self }
    }
    public init() where Value == Bool { box = Box(false) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding { Binding(box: box) }
}

// Pages: accessibilityfocusstate, accessibilityfocusstate/binding, accessibilityfocusstate/init().
@propertyWrapper public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
    private let box: Box<Value>
    @propertyWrapper public struct Binding {
        fileprivate let box: Box<Value>
        public var wrappedValue: Value {
            get { box.value }
            nonmutating set { box.value = newValue }
        }
        public var projectedValue: Binding { self }
    }
    public init() where Value == Bool { box = Box(false) }
    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
    public var projectedValue: Binding { Binding(box: box) }
}

// Pages: environment, environmentkey, environmentvalues.
@propertyWrapper public struct Environment<Value>: DynamicProperty {
    private let read: () -> Value
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { EnvironmentValues.standInCurrent[keyPath: keyPath] }
    }
    public var wrappedValue: Value { read() }
}
extension Environment: @unchecked Sendable where Value: Sendable {}
public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}
public struct EnvironmentValues {
    /// Not Apple's: the values of the view whose body is being read. Views are drawn only on the main actor.
    nonisolated(unsafe) static var standInCurrent = EnvironmentValues()
    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
    /// Not Apple's: whether the drawn controls are enabled (page: environmentvalues/isenabled).
    var standInIsEnabled = true
    /// Not Apple's: reads a view's body with a changed environment.
    static func standInWith(_ change: (inout EnvironmentValues) -> Void, _ body: () -> Void) {
        let former = standInCurrent
        defer { standInCurrent = former }
        change(&standInCurrent)
        body()
    }
    // Pages: environmentvalues/scenephase, layoutdirection, accessibilityreducemotion.
    public var scenePhase: ScenePhase {
        get { .active }
        set {}
    }
    public var layoutDirection: LayoutDirection {
        get { self[StandInLayoutDirection.self] }
        set { self[StandInLayoutDirection.self] = newValue }
    }
    public var accessibilityReduceMotion: Bool { false }
    // Page: environmentvalues/colorscheme.
    public var colorScheme: ColorScheme {
        get { self[StandInColorScheme.self] }
        set { self[StandInColorScheme.self] = newValue }
    }
    // Pages: environmentvalues/locale, environmentvalues/dynamictypesize.
    public var locale: Locale {
        get { self[StandInLocale.self] }
        set { self[StandInLocale.self] = newValue }
    }
    @available(iOS 15.0, macOS 12.0, *) public var dynamicTypeSize: DynamicTypeSize {
        get { self[StandInDynamicTypeSize.self] }
        set { self[StandInDynamicTypeSize.self] = newValue }
    }
}
@available(*, unavailable) extension EnvironmentValues: Sendable {}

private struct StandInLayoutDirection: EnvironmentKey { static let defaultValue = LayoutDirection.leftToRight }
private struct StandInColorScheme: EnvironmentKey { static let defaultValue = ColorScheme.light }
private struct StandInLocale: EnvironmentKey { static let defaultValue = Locale.current }
private struct StandInDynamicTypeSize: EnvironmentKey { static let defaultValue = DynamicTypeSize.large }

// Page: dynamictypesize.
@available(iOS 15.0, macOS 12.0, *)
public enum DynamicTypeSize: Hashable, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
}
// Page: colorscheme.
public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }
// Pages: scenephase, layoutdirection.
public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }
public enum LayoutDirection: Hashable, CaseIterable, Sendable { case leftToRight, rightToLeft }
