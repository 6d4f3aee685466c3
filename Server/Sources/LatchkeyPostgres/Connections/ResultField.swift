import CPostgres

/// The fields of an error or a notice, by their letters in the protocol
/// (https://www.postgresql.org/docs/15/protocol-error-fields.html). Swift does not import the macros `PG_DIAG_…`.
enum ResultField: Unicode.Scalar {
    case severity = "V"
    case state = "C"
    case constraint = "n"

    /// Returns nil if the result does not have the field.
    func text(of result: OpaquePointer) -> String? {
        PQresultErrorField(result, Int32(rawValue.value)).map { String(cString: $0) }
    }
}
