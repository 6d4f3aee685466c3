package import Foundation

/// Client data that a test may change: members with JSON values.
package struct TestClientData: Sendable {
    package var members: [(name: String, value: String)]

    /// Creates client data like Chromium's.
    package init(type: String, challenge: String, origin: String) {
        members = [
            ("type", "\"\(type)\""), ("challenge", "\"\(challenge)\""), ("origin", "\"\(origin)\""),
            ("crossOrigin", "false"),
        ]
    }

    /// The value as JSON; nil if there is no such member.
    package subscript(name: String) -> String? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append((name, value))
            case (nil, nil): break
            }
        }
    }

    package var text: String { "{" + members.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}" }

    package var bytes: Data { Data(text.utf8) }
}
