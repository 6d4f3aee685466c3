/// A value of a JSON text that ``StrictJSON`` has read.
package enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    /// The nearest number that a `Double` holds; infinite where the text's is larger than any.
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

/// The members of an object. Two names are the same if their bytes are: `String` takes an "é" of one code point for an
/// "é" of two, and the Kelvin sign for a K.
package struct JSONObject: Sendable, Equatable {
    private var members: [[UInt8]: JSONValue] = [:]

    /// Nil where there is no such member; ``JSONValue/null`` where it is null.
    package subscript(name: String) -> JSONValue? { members[Array(name.utf8)] }

    package var isEmpty: Bool { members.isEmpty }

    /// Returns false where the name is there already.
    mutating func insert(_ value: JSONValue, for name: [UInt8]) -> Bool {
        members.updateValue(value, forKey: name) == nil
    }
}
