internal import CGLib

/// Owns a reference to an object of GLib.
final class ObjectReference {
    let raw: UnsafeMutableRawPointer

    /// - Parameter raw: A reference that the caller gives up.
    init(taking raw: UnsafeMutableRawPointer) { self.raw = raw }

    deinit { g_object_unref(raw) }
}

/// Owns a reference to a value of GLib.
///
/// Proof for `@unchecked Sendable`: the value never changes and is counted atomically
/// (<https://docs.gtk.org/glib/struct.Variant.html>: "GVariant is completely threadsafe").
final class VariantReference: @unchecked Sendable {
    let raw: OpaquePointer

    /// - Parameter raw: A reference that the caller gives up, floating or not.
    init(taking raw: OpaquePointer) { self.raw = g_variant_take_ref(raw) }

    deinit { g_variant_unref(raw) }
}
