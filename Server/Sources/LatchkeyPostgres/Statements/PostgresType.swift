/// A PostgreSQL type, by its OID, which is the same in every database
/// (https://www.postgresql.org/docs/15/catalog-pg-type.html; numbers from `pg_type.dat`).
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

    /// The array type of this type. 0 means none: the server infers it.
    var array: PostgresType {
        let arrays: [PostgresType: UInt32] = [
            .boolean: 1000, .bytes: 1001, .bigInteger: 1016, .text: 1009, .uuid: 2951,
        ]
        return PostgresType(oid: arrays[self] ?? 0)
    }
}
