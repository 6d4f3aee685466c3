import CPostgres

extension PostgresAddress {
    /// The parameters that are in the URL, read by libpq (`PQconninfoParse`,
    /// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PQCONNINFOPARSE). Its error messages are dropped:
    /// they quote the URL, and with it what may be a password.
    static func parameters(of url: String) throws(PostgresAddressError) -> [String: String] {
        // It reads other forms too, which are not documented here.
        guard url.hasPrefix("postgres://") || url.hasPrefix("postgresql://"), !url.utf8.contains(0) else {
            throw .malformed
        }
        var message: UnsafeMutablePointer<CChar>?
        let options = PQconninfoParse(url, &message)
        PQfreemem(message)
        guard let options else { throw .malformed }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }
}
