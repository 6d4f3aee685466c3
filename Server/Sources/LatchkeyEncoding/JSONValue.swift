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

/// The members of an object. Names are compared by their bytes: `String` compares by canonical equivalence, so that a
/// Kelvin sign equals a K.
package struct JSONObject: Sendable, Equatable {
    private var members: [[UInt8]: JSONValue] = [:]

    /// The value of a member; nil if it is absent, ``JSONValue/null`` if it is null.
    package subscript(name: String) -> JSONValue? { members[Array(name.utf8)] }

    package var isEmpty: Bool { members.isEmpty }

    /// Returns false for a duplicate name.
    mutating func insert(_ value: JSONValue, for name: [UInt8]) -> Bool {
        members.updateValue(value, forKey: name) == nil
    }
}
