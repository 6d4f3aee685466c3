import CPostgres

extension PostgresAddress {
    /// Returns the URL's parameters, parsed by libpq (`PQconninfoParse`,
    /// https://www.postgresql.org/docs/15/libpq-connect.html#LIBPQ-PQCONNINFOPARSE). Drops its error messages: they
    /// quote the URL, which may contain a password.
    static func parameters(of url: String) throws(PostgresAddressError) -> [String: String] {
        // libpq also reads other forms, which are not documented here.
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
