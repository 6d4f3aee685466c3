/// A value read by ``StrictJSON``.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// The nearest `Double`; infinite if the number is too large.
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var number: Double? { if case .number(let number) = self { number } else { nil } }
    package var bool: Bool? { if case .bool(let isTrue) = self { isTrue } else { nil } }
    package var array: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }
    package var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
}

/// The members of an object.
package struct JSONObject: Sendable, Equatable {
    /// A name, compared by its bytes: `String` compares by canonical equivalence, so that a Kelvin sign equals a K.
    private struct Name: Hashable {
        let text: String

        static func == (one: Name, other: Name) -> Bool { one.text.isExactly(other.text) }

        func hash(into hasher: inout Hasher) {
            var text = text
            text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        }
    }

    private var members: [Name: JSONValue]

    /// - Parameter capacity: The expected number of members.
    init(capacity: Int) { members = Dictionary(minimumCapacity: capacity) }

    /// The value of a member; nil if it is absent, ``JSONValue/null`` if it is null.
    package subscript(name: String) -> JSONValue? { members[Name(text: name)] }

    package var isEmpty: Bool { members.isEmpty }

    /// Returns false for a duplicate name.
    mutating func insert(_ value: JSONValue, for name: String) -> Bool {
        members.updateValue(value, forKey: Name(text: name)) == nil
    }
}
