#if canImport(SwiftUI)
internal import SwiftUI

/// What stands above the button of the team's own login where no address is asked for.
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
