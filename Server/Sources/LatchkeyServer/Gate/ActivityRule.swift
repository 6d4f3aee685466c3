import HTTPTypes
import LatchkeyAPI

/// The rule whether a request to the gate or an introspection counts as activity.
///
/// Pages make requests by themselves, such as polling, whether or not a user is present. Only user actions keep a
/// session unlocked (V20).
enum ActivityRule: String, CaseIterable {
    /// Each request, except a WebSocket and requests of other sites' pages: browsers also send the cookie from
    /// `other.example.com`.
    case any
    /// No request counts as activity.
    case none
    /// A navigation of a tab or window, and a request from other clients than browsers.
    case navigation

    /// - Parameter text: The value of `activity`; nil without one.
    init(_ text: String?, pointer: String = "") throws {
        switch text {
        case nil: self = .navigation
        case "any": self = .any
        case "none": self = .none
        default: throw Problem.invalidRequest(pointer, "activity must be `any` or `none`.")
        }
    }

    func isActivity(_ headers: HTTPFields) -> Bool {
        switch self {
        case .none: false
        case .any: Self.isOwn(headers) && headers[.secWebSocketVersion] == nil || Self.isNavigation(headers)
        case .navigation: Self.isNavigation(headers)
        }
    }

    /// Whether the request is a navigation by a user, or not from a browser.
    ///
    /// Browsers set `Sec-Fetch-Mode`, and scripts cannot change it
    /// (https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header). Chromium omits it for a WebSocket, which has its
    /// version header in HTTP/1.1 (RFC 6455, 4.1) and HTTP/2 (RFC 8441, 5).
    ///
    /// A page can load frames by itself; only a tab or window has the destination `document`. A page can also prefetch
    /// a document (https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header). From another site, only a
    /// navigation that a user started counts.
    private static func isNavigation(_ headers: HTTPFields) -> Bool {
        guard let mode = headers[.secFetchMode] else {
            return headers[.secWebSocketVersion] == nil && isOwn(headers)
        }
        return mode == "navigate" && (headers[.secFetchDest] ?? "document") == "document"
            && headers[.secPurpose] == nil && (isOwn(headers) || headers[.secFetchUser] == "?1")
    }

    /// Whether the request is not from a page of another site.
    private static func isOwn(_ headers: HTTPFields) -> Bool {
        guard let site = headers[.secFetchSite] else { return true }
        return site == "same-origin" || site == "none"
    }
}

extension HTTPField.Name {
    static let secFetchDest = HTTPField.Name("Sec-Fetch-Dest").unsafelyUnwrapped  // A constant of legal characters.
    static let secFetchUser = HTTPField.Name("Sec-Fetch-User").unsafelyUnwrapped  // A constant of legal characters.
    static let secPurpose = HTTPField.Name("Sec-Purpose").unsafelyUnwrapped  // A constant of legal characters.
    static let secFetchMode = HTTPField.Name("Sec-Fetch-Mode").unsafelyUnwrapped  // A constant of legal characters.
}
