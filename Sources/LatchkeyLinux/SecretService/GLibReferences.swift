internal import CGLib

/// Holds a reference to an object of GLib, and gives it back.
final class ObjectReference {
    let raw: UnsafeMutableRawPointer

    /// Takes over a reference that the caller has.
    init(taking raw: UnsafeMutableRawPointer) { self.raw = raw }

    deinit { g_object_unref(raw) }
}

/// Holds what came over the bus.
final class VariantReference {
    let raw: OpaquePointer

    /// Takes over a reference that the caller has.
    init(taking raw: OpaquePointer) { self.raw = raw }

    deinit { g_variant_unref(raw) }

    private var type: String { String(cString: g_variant_get_type_string(raw)) }

    /// The member of a tuple.
    func member(_ index: Int) -> VariantReference? {
        guard index < g_variant_n_children(raw), let child = g_variant_get_child_value(raw, gsize(index)) else {
            return nil
        }
        return VariantReference(taking: child)
    }

    /// The text, if it is a text or a path.
    var text: String? {
        type == "s" || type == "o" ? String(cString: g_variant_get_string(raw, nil)) : nil
    }

    /// The paths, if it is an array of such.
    var texts: [String]? {
        type == "ao" ? (0..<Int(g_variant_n_children(raw))).compactMap { member($0)?.text } : nil
    }

    /// What is in a value of any type.
    var content: VariantReference? {
        type == "v" ? VariantReference(taking: g_variant_get_variant(raw)) : nil
    }

    var flag: Bool? { type == "b" ? g_variant_get_boolean(raw) != 0 : nil }

    var number: UInt32? { type == "u" ? g_variant_get_uint32(raw) : nil }
}

/// What goes over the bus. Each value is taken over by the one that it is put into, and the last by the call.
enum Sent {
    typealias Value = OpaquePointer?

    static func text(_ text: String) -> Value { g_variant_new_string(text) }

    static func number(_ number: UInt32) -> Value { g_variant_new_uint32(number) }

    static func flag(_ flag: Bool) -> Value { g_variant_new_boolean(flag ? 1 : 0) }

    static func tuple(_ members: [Value]) -> Value { g_variant_new_tuple(members, gsize(members.count)) }

    /// A dictionary that is not empty.
    static func dictionary(_ members: [(String, Value)]) -> Value {
        let entries = members.map { g_variant_new_dict_entry(g_variant_new_string($0), $1) }
        return g_variant_new_array(nil, entries, gsize(entries.count))
    }

    /// A value of any type, within a dictionary of such.
    static func any(_ value: Value) -> Value { g_variant_new_variant(value) }
}
