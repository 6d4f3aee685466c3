internal import CGLib

/// An owned reference to a GLib object.
final class ObjectReference {
    let raw: UnsafeMutableRawPointer

    /// - Parameter raw: A reference, now owned by the object.
    init(taking raw: UnsafeMutableRawPointer) { self.raw = raw }

    deinit { g_object_unref(raw) }
}

/// An owned reference to a GLib value.
///
/// Proof for `@unchecked Sendable`: the value never changes, and its references are counted atomically
/// (<https://docs.gtk.org/glib/struct.Variant.html>: "GVariant is completely threadsafe").
final class VariantReference: @unchecked Sendable {
    let raw: OpaquePointer

    /// - Parameter raw: A reference, floating or not, now owned by the object.
    init(taking raw: OpaquePointer) { self.raw = g_variant_take_ref(raw) }

    deinit { g_variant_unref(raw) }
}
