internal import CGLib

/// What a call takes.
enum DBusArgument: Hashable, Sendable {
    case string(String)
    case uint32(UInt32)

    /// A new value of GLib, with a floating reference.
    var floating: OpaquePointer? {
        switch self {
        case .string(let text): g_variant_new_string(text)
        case .uint32(let number): g_variant_new_uint32(number)
        }
    }
}

/// What an answer or a signal brings: the kinds that this module reads, without GLib's memory.
enum DBusValue: Hashable, Sendable {
    /// Text, an object's path, or a signature.
    case string(String)
    case bool(Bool)
    case uint32(UInt32)
    /// The place of a descriptor among those that came with the answer.
    case handle(Int)
    /// A structure, an array, or an entry of a dictionary: its key and its value.
    case list([DBusValue])
    /// Something else, with its signature.
    case other(String)

    /// Reads a value of GLib; one in a variant as if it stood alone.
    init(_ variant: OpaquePointer) {
        switch g_variant_classify(variant) {
        case G_VARIANT_CLASS_STRING, G_VARIANT_CLASS_OBJECT_PATH, G_VARIANT_CLASS_SIGNATURE:
            self = .string(String(cString: g_variant_get_string(variant, nil)))
        case G_VARIANT_CLASS_BOOLEAN: self = .bool(g_variant_get_boolean(variant) != 0)
        case G_VARIANT_CLASS_UINT32: self = .uint32(g_variant_get_uint32(variant))
        case G_VARIANT_CLASS_HANDLE: self = .handle(Int(g_variant_get_handle(variant)))
        case G_VARIANT_CLASS_TUPLE, G_VARIANT_CLASS_ARRAY, G_VARIANT_CLASS_DICT_ENTRY:
            self = .list((0..<g_variant_n_children(variant)).map { Self.child($0, of: variant) })
        case G_VARIANT_CLASS_VARIANT: self = Self.child(0, of: variant)
        default: self = .other(String(cString: g_variant_get_type_string(variant)))
        }
    }

    private static func child(_ index: gsize, of variant: OpaquePointer) -> DBusValue {
        guard let child = g_variant_get_child_value(variant, index) else { return .other("") }
        defer { g_variant_unref(child) }
        return DBusValue(child)
    }

    /// The text, or nil for another kind.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The flag, or nil for another kind.
    var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// What is in a structure, an array or an entry; nothing for another kind.
    var items: [DBusValue] {
        if case .list(let items) = self { items } else { [] }
    }
}
