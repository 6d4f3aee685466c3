import HTTPTypes
import LatchkeyAPI
import LatchkeyEncoding

/// The header fields, query and form of a request.
protocol RequestFields {
    var headers: HTTPFields { get }
    /// The raw query.
    var rawQuery: String? { get }
    /// The body as bytes.
    var form: [UInt8] { get }
}

extension RequestFields {
    /// Returns a field of a form. Throws `invalidRequest` if it is missing, malformed or repeated.
    func formValue(_ name: String) throws -> String {
        guard let value = try optionalFormValue(name) else {
            throw Problem.invalidRequest("/\(name)", "This member is missing.")
        }
        return value
    }

    /// Returns a field of a form; nil without one. Throws `invalidRequest` if it is malformed or repeated.
    func optionalFormValue(_ name: String) throws -> String? {
        try single(FormFields.values(named: name, in: form)) {
            Problem.invalidRequest("/\(name)", "This member is malformed or repeated.")
        }
    }

    /// Returns a parameter of the query; nil without one. Throws `invalidRequest` if it is malformed or repeated,
    /// because two authors may have added it.
    func queryValue(_ name: String) throws -> String? {
        guard let rawQuery else { return nil }
        return try single(FormFields.values(named: name, in: [UInt8](rawQuery.utf8))) {
            Problem.invalidRequest("", "\(name) is malformed or repeated.")
        }
    }

    private func single(_ values: [String?], or problem: () -> Problem) throws -> String? {
        guard !values.isEmpty else { return nil }
        guard values.count == 1, let value = values[0] else { throw problem() }
        return value
    }
}
