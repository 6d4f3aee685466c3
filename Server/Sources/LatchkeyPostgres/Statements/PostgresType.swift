/// A type of PostgreSQL's, by its number in `pg_type`, which is the same in every database
/// (https://www.postgresql.org/docs/15/catalog-pg-type.html; the numbers are in the server's `pg_type.dat`).
package struct PostgresType: Sendable, Hashable {
    let oid: UInt32

    static let boolean = PostgresType(oid: 16)
    static let bytes = PostgresType(oid: 17)
    static let name = PostgresType(oid: 19)
    static let bigInteger = PostgresType(oid: 20)
    static let smallInteger = PostgresType(oid: 21)
    static let integer = PostgresType(oid: 23)
    static let text = PostgresType(oid: 25)
    static let characterVarying = PostgresType(oid: 1043)
    static let uuid = PostgresType(oid: 2950)

    /// The type of arrays of this one; of a type that no parameter has, 0, which leaves it to the server.
    var array: PostgresType {
        let arrays: [PostgresType: UInt32] = [
            .boolean: 1000, .bytes: 1001, .bigInteger: 1016, .text: 1009, .uuid: 2951,
        ]
        return PostgresType(oid: arrays[self] ?? 0)
    }
}
