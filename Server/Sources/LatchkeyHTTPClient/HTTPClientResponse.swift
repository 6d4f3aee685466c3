package import Foundation
package import HTTPTypes

/// An answer, whatever its status.
package struct HTTPClientResponse: Sendable {
    package let status: Int
    package let headers: HTTPFields
    package let body: Data
}
