import Foundation
import LatchkeyAPI
import LatchkeySession
import LatchkeyUI
import SwiftUI

/// Refunds the customer, and prompts for the passcode if the server requires it again.
struct TicketRefund: View {
    let session: SessionModel
    /// Calls the app's own server, with `session.perform`.
    let refund: @MainActor () async throws -> Void
    @State private var isAsking = false
    @State private var problem: String?

    var body: some View {
        VStack {
            Button("Refund") { Task { await pay() } }
            if let problem { Text(verbatim: problem) }
        }
        .passcodeConfirmation(session, isPresented: $isAsking, reason: "To refund the customer.") {
            Task { await pay() }
        }
    }

    private func pay() async {
        problem = nil
        do {
            try await refund()
        } catch SessionError.api(.passcodeTooOld) {
            isAsking = true
        } catch {
            problem = error.localizedDescription
        }
    }
}
