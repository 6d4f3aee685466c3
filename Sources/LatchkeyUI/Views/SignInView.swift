#if canImport(SwiftUI)
internal import LatchkeySession
public import SwiftUI

/// A view for signing in by email, or by the team's own login if the app has set one.
public struct SignInView: View {
    @Bindable private var model: SignInModel
    @State private var code = ""
    @Environment(\.screenTexts) private var texts
    @Environment(\.teamLogin) private var login

    /// Creates a view of the model's steps.
    public init(model: SignInModel) { self.model = model }

    public var body: some View {
        // One view, wherever it is placed.
        VStack { step }
            .task { if login != nil { await model.load() } }
    }

    @ViewBuilder private var step: some View {
        switch model.step {
        case .email:
            if model.showsEmail(with: login) {
                EmailCodeForm(
                    title: texts[.enterEmail], label: texts[.email], message: model.message ?? model.notice,
                    button: texts[.signIn], isWorking: model.isWorking, isAddress: true, text: $model.email
                ) {
                    Task { await model.requestCode() }
                } actions: {
                    loginButton
                }
            } else {
                VStack(spacing: 16) {
                    LoginNotice(title: texts[.signIn], message: model.message ?? model.notice)
                    loginButton
                }
                .scrollsIfNeeded()
            }
        case .code:
            EmailCodeForm(
                title: texts.fill(.enterCode, "{email}", with: model.email), label: texts[.code],
                message: model.message ?? model.notice, button: texts[.signIn], isWorking: model.isWorking,
                isAddress: false, text: $code
            ) {
                Task { await model.submit(code) }
            } actions: {
                Button(texts[.sendCodeAgain]) { Task { await model.requestCode() } }.disabled(model.isWorking)
                Button(texts[.cancel]) { model.restart() }
            }
        case .otherAccount:
            Form {
                Section {
                    Text(verbatim: texts[.otherAccount])
                    Button(texts[.eraseOtherAccount], role: .destructive) { Task { await model.eraseOtherAccount() } }
                    Button(texts[.cancel]) { model.restart() }
                } footer: {
                    if let message = model.message { Text(verbatim: message) }
                }
            }
            .announces(Announcement(title: texts[.otherAccount], message: model.message))
        }
    }

    @ViewBuilder private var loginButton: some View {
        if let login {
            Button(login.title(in: texts)) { Task { await model.signIn(by: login) } }.disabled(model.isWorking)
        }
    }
}
#endif
