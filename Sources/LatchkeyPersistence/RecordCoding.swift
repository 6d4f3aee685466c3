package import Foundation

/// The conversion between records and bytes that all stores share.
package enum RecordCoding {
    /// The row of one record.
    package struct Row: Sendable, Equatable {
        package let id: String
        package let body: Data

        package init(id: String, body: Data) {
            (self.id, self.body) = (id, body)
        }
    }

    package static func encode<Record: PersistenceModel>(_ records: [Record]) throws(PersistenceError) -> [Row] {
        let encoder = JSONEncoder()
        var rows: [Row] = []
        rows.reserveCapacity(records.count)
        for record in records {
            let id = record.id.description
            do {
                rows.append(Row(id: id, body: try encoder.encode(record)))
            } catch {
                // The encoder's own error may quote the value.
                throw .encodingFailed(type: Record.persistenceName, id: id)
            }
        }
        return rows
    }

    package static func decode<Record: PersistenceModel>(
        _ type: Record.Type, from bodies: some Sequence<Data>
    ) throws(PersistenceError) -> [Record] {
        let decoder = JSONDecoder()
        do {
            return try bodies.map { try decoder.decode(type, from: $0) }
        } catch {
            throw .decodingFailed(type: Record.persistenceName, property: (error as? DecodingError)?.property ?? "")
        }
    }
}

extension DecodingError {
    /// The path of the property that does not match, such as `lines.0.price`; empty for the whole value. It has names
    /// only: the error's own text may quote the value.
    package var property: String {
        let path: [any CodingKey] =
            switch self {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
    }
}
