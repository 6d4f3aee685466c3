// Pages: keyequivalent, keyequivalent/delete, keyequivalent/deleteforward, keyequivalent/init(_:), eventmodifiers,
// keypress, keypress/phases, keypress/result. Raw values are unverified.
public struct KeyEquivalent: Hashable, Sendable {
    public let character: Character
    public init(_ character: Character) { self.character = character }
    public static var delete: Self { Self("\u{8}") }
    public static var deleteForward: Self { Self("\u{F728}") }
}
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var control: Self { Self(rawValue: 4) }
    public static var option: Self { Self(rawValue: 8) }
    public static var command: Self { Self(rawValue: 16) }
}
@available(iOS 17.0, macOS 14.0, *)
public struct KeyPress: Sendable {
    public enum Result: Sendable { case handled, ignored }
    public struct Phases: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
        public static var down: Self { Self(rawValue: 1) }
        public static var `repeat`: Self { Self(rawValue: 2) }
    }
    public let key: KeyEquivalent
    public let characters: String
    public let modifiers: EventModifiers
    /// Not Apple's: the key that the user presses.
    public init(standIn key: KeyEquivalent, modifiers: EventModifiers = []) {
        (self.key, characters, self.modifiers) = (key, String(key.character), modifiers)
    }
}

// Page: sensoryfeedback. On visionOS from 26.
@available(iOS 17.0, macOS 14.0, visionOS 26.0, *)
public struct SensoryFeedback: Equatable, Sendable { public static var error: Self { Self() } }

// Pages: submittriggers, scrollbouncebehavior, edge, edge/set, safearearegions.
public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var text: Self { Self(rawValue: 1) }
}
@available(iOS 16.4, macOS 13.3, *)
public struct ScrollBounceBehavior: Sendable { public static var basedOnSize: Self { Self() } }
@frozen public enum Edge: Int8, CaseIterable, Sendable {
    case top, leading, bottom, trailing
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8
        public init(rawValue: Int8) { self.rawValue = rawValue }
        public static var all: Self { Self(rawValue: 15) }
        public static var vertical: Self { Self(rawValue: 5) }
    }
}
public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static var all: Self { Self(rawValue: .max) }
}

// Pages: accessibilitytraits, accessibilitychildbehavior (not Sendable).
public struct AccessibilityTraits: Sendable {
    public static var isHeader: Self { Self() }
    public static var isModal: Self { Self() }
}
public struct AccessibilityChildBehavior: Hashable { public static var ignore: Self { Self() } }
