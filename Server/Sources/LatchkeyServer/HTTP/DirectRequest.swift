import HTTPTypes

/// A request that gets its response without the framework.
struct DirectRequest: RequestFields, Sendable {
    let headers: HTTPFields
    let rawQuery: String?
    let form: [UInt8]
}
