import CPostgres

/// The fields of an error or a notice, by the letters of the protocol
/// (https://www.postgresql.org/docs/15/protocol-error-fields.html). The macros `PG_DIAG_…` are not visible to Swift.
enum ResultField: Unicode.Scalar {
    case severity = "V"
    case state = "C"
    case constraint = "n"

    /// Nil when the result does not have the field.
    func text(of result: OpaquePointer) -> String? {
        PQresultErrorField(result, Int32(rawValue.value)).map { String(cString: $0) }
    }
}
