import HTTPTypes
import LatchkeyAPI

/// Whether a question to the gate, or to introspection, is activity of a person.
///
/// A page asks by itself, for news every few seconds for example, whether or not a person is there. Only what a person
/// does keeps a session open (V20).
enum ActivityRule: String, CaseIterable {
    /// Each request is, but a WebSocket and what a page of another site makes by itself: the browser sends the cookie
    /// along from `other.example.com` too.
    case any
    /// No request is.
    case none
    /// A navigation of a tab or window is, and a request from no browser.
    case navigation

    /// - Parameter text: The value of `activity`; nil without one.
    init(_ text: String?, pointer: String = "") throws {
        switch text {
        case nil: self = .navigation
        case "any": self = .any
        case "none": self = .none
        default: throw Problem.invalidRequest(pointer, "activity is `any` or `none`.")
        }
    }

    func isActivity(_ headers: HTTPFields) -> Bool {
        switch self {
        case .none: false
        case .any: Self.isOwn(headers) && headers[.secWebSocketVersion] == nil || Self.isNavigation(headers)
        case .navigation: Self.isNavigation(headers)
        }
    }

    /// Browsers say in `Sec-Fetch-Mode` what makes a request, and no script can write it
    /// (https://www.w3.org/TR/fetch-metadata/#sec-fetch-mode-header). Chromium says so of everything but a WebSocket,
    /// which has its version in HTTP/1.1 (RFC 6455, 4.1) and in HTTP/2, where it has no key (RFC 8441, 5).
    /// A frame navigates too, and a page can have it load by itself: only a tab or window has the destination
    /// `document`. A page can also have a document fetched before anyone opens it
    /// (https://wicg.github.io/nav-speculation/prefetch.html#sec-purpose-header). From another site only a navigation
    /// that a person has begun counts.
    private static func isNavigation(_ headers: HTTPFields) -> Bool {
        guard let mode = headers[.secFetchMode] else {
            return headers[.secWebSocketVersion] == nil && isOwn(headers)
        }
        return mode == "navigate" && (headers[.secFetchDest] ?? "document") == "document"
            && headers[.secPurpose] == nil && (isOwn(headers) || headers[.secFetchUser] == "?1")
    }

    /// Whether no page of another site makes the request.
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
