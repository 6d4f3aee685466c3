#if canImport(SwiftUI)
internal import SwiftUI

/// The text above the button of the team's own login if no email address is requested.
struct LoginNotice: View {
    let title: String
    let message: String?

    var body: some View {
        VStack(spacing: 8) {
            Text(verbatim: title).font(.headline)
            if let message { Text(verbatim: message) }
        }
        .multilineTextAlignment(.center)
        .padding()
        .announces(Announcement(title: title, message: message))
    }
}
#endif
