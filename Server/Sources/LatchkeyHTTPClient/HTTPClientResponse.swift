package import Foundation
package import HTTPTypes

/// A response with any status.
package struct HTTPClientResponse: Sendable {
    package let status: Int
    package let headers: HTTPFields
    package let body: Data
}
