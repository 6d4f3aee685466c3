internal import CGLib

/// An argument of a method call.
indirect enum DBusArgument: Sendable {
    case string(String)
    case bool(Bool)
    case uint32(UInt32)
    /// A dictionary of strings.
    case strings([String: String])
    /// A dictionary of values with their types.
    case properties([String: DBusArgument])
    /// A value from a C library.
    case reference(VariantReference)

    /// A new GLib value, with a floating reference.
    var raw: OpaquePointer? {
        switch self {
        case .string(let text): g_variant_new_string(text)
        case .bool(let flag): g_variant_new_boolean(flag ? 1 : 0)
        case .uint32(let number): g_variant_new_uint32(number)
        case .strings(let entries): Self.dictionary(of: "{ss}", entries.mapValues { g_variant_new_string($0) })
        case .properties(let entries): Self.dictionary(of: "{sv}", entries.mapValues { g_variant_new_variant($0.raw) })
        case .reference(let reference): reference.raw
        }
    }

    /// Returns a GLib dictionary of the entries.
    ///
    /// - Parameter type: The type of the entries, since the dictionary may be empty.
    private static func dictionary(of type: String, _ entries: [String: OpaquePointer?]) -> OpaquePointer? {
        let type = g_variant_type_new(type)
        defer { g_variant_type_free(type) }
        let raw = entries.map { g_variant_new_dict_entry(g_variant_new_string($0), $1) }
        return g_variant_new_array(type, raw, gsize(raw.count))
    }
}

/// A value of a reply or a signal, copied from GLib's memory, of the types that this module reads.
enum DBusValue: Hashable, Sendable {
    /// A string, an object path, or a signature.
    case string(String)
    case bool(Bool)
    case uint32(UInt32)
    /// The index of a descriptor among those of the reply.
    case handle(Int)
    /// A structure, an array, or an entry of a dictionary (key and value).
    case list([DBusValue])
    /// A value of another type, with its signature.
    case other(String)

    /// Reads a GLib value. A variant is replaced by its content.
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

    /// The string; nil for another type.
    var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The flag; nil for another type.
    var bool: Bool? {
        if case .bool(let flag) = self { flag } else { nil }
    }

    /// The elements of a structure, an array or a dictionary entry; empty for another type.
    var items: [DBusValue] {
        if case .list(let items) = self { items } else { [] }
    }

    /// The elements of an array of strings; nil for another type.
    var strings: [String]? {
        guard case .list(let items) = self else { return nil }
        let strings = items.compactMap(\.string)
        return strings.count == items.count ? strings : nil
    }
}
