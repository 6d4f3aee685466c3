internal import Foundation
internal import LatchkeyAPI
internal import LatchkeySession
internal import LatchkeyUI
internal import Observation

/// The choice of a sign-in method, and the sign-in at the team's provider: to sign in, or to reset the passcode without
/// an email.
@MainActor @Observable
final class ProviderSignInModel {
    /// The current step.
    enum Step: Equatable {
        /// The server's sign-in methods are being requested.
        case loading
        /// The user chooses a sign-in method.
        case choice
        /// The browser must open this address.
        case browser(String)
        /// The user enters the code on another device.
        case device(DeviceSignIn.Code)
        /// A request to the provider or the server is in progress.
        case working
    }

    /// The dependencies of the model.
    struct Means {
        let client: LatchkeyClient
        let http: ProviderHTTP
        var clock: any Clock<Duration> = ContinuousClock()
        /// Opens an address in this machine's browser; nil if the user would not see it.
        let openBrowser: (@Sendable (_ address: String) -> Void)?
        /// A name of at most 40 printable characters for the account's list of sessions.
        var deviceName: String?
        var now: @Sendable () -> Date = { Date() }
    }

    /// Uses the login's token. Returns the text of a failure, or nil.
    typealias Work = @MainActor (TeamLogin) async -> String?

    private(set) var step = Step.loading
    /// The offered methods, the likeliest first.
    private(set) var methods: [SignInMethod] = []
    /// The reason that the last attempt failed, or nil.
    private(set) var message: String?
    /// The provider's name.
    private(set) var name = ""
    /// Whether email was chosen.
    var isByEmail = false

    @ObservationIgnored private let means: Means
    @ObservationIgnored private let work: Work
    @ObservationIgnored private let none: TerminalText
    @ObservationIgnored private let texts: TerminalTexts
    @ObservationIgnored private var provider: SignInMethods.Provider?
    @ObservationIgnored private var task: Task<Void, Never>?

    private init(_ means: Means, _ texts: TerminalTexts, none: TerminalText, work: @escaping Work) {
        (self.means, self.texts, self.none, self.work) = (means, texts, none, work)
    }

    /// - Parameter signIn: Signs in with the provider's token.
    convenience init(_ signIn: SignInModel, means: Means, texts: TerminalTexts) {
        self.init(means, texts, none: .noSignInMethod) { login in
            await signIn.signIn(by: login)
            return signIn.message
        }
    }

    /// - Parameter reset: Uses the provider's token instead of an email.
    convenience init(_ reset: ResetPasscodeModel, means: Means, texts: TerminalTexts) {
        self.init(means, texts, none: .noResetMethod) { login in
            await reset.begin(by: login)
            return reset.status
        }
    }

    /// Requests the server's methods and the provider's metadata. A server without methods, such as an older one, signs
    /// in by email.
    func load() async {
        let response: SignInMethods
        do { response = try await means.client.signInMethods() } catch { response = SignInMethods(email: true) }
        provider = response.provider
        name = response.provider?.name ?? ""
        var methods: [SignInMethod] = []
        if let provider = response.provider, provider.clientId != nil {
            // Shortened, so that the choice appears soon: without a response, codes are not offered.
            var http = means.http
            http.timeout = .seconds(3)
            let hasCodes = (try? await ProviderMetadata.load(from: provider.issuer, by: http))?.device != nil
            let device: [SignInMethod] = hasCodes ? [.device] : []
            methods = means.openBrowser == nil ? device + [.browser] : [.browser] + device
        }
        self.methods = methods + (response.email ? [.email] : [])
        if self.methods.isEmpty { message = texts[none] }
        step = .choice
    }

    /// Signs in at the provider. A new attempt ends the previous one.
    func begin(_ method: SignInMethod) {
        let former = task
        cancel()
        guard methods.contains(method) else {
            return message = texts[.methodNotOffered].replacing("{method}", with: method.rawValue)
        }
        (step, message) = (.working, nil)
        task = Task { [weak self] in
            await former?.value
            await self?.run(method)
        }
    }

    /// Returns to the choice.
    func cancel() {
        task?.cancel()
        (task, step) = (nil, .choice)
    }

    private func run(_ method: SignInMethod) async {
        let rejection = await work(
            TeamLogin(name: name) { [self] reauthenticates in
                do throws(ProviderSignInError) {
                    let token = try await idToken(
                        by: method, reauthenticates ? Reauthentication(since: means.now()) : nil)
                    if !Task.isCancelled { step = .working }
                    return .idToken(token)
                } catch {
                    if !Task.isCancelled { message = error.text(in: texts, provider: name) }
                    return nil
                }
            })
        guard !Task.isCancelled else { return }
        if let rejection { message = rejection }
        step = .choice
    }

    private func idToken(by method: SignInMethod, _ reauthentication: Reauthentication?)
        async throws(ProviderSignInError)
        -> String
    {
        guard let provider, let clientID = provider.clientId else { throw .unreachable }
        let metadata = try await ProviderMetadata.load(from: provider.issuer, by: means.http)
        guard method == .device else {
            let flow = BrowserSignIn(
                provider: metadata, clientID: clientID, http: means.http, pages: BrowserSignIn.Pages(texts),
                reauthentication: reauthentication,
                clock: means.clock)
            return try await flow.idToken { [weak self, means] address in
                await self?.show(.browser(address))
                means.openBrowser?(address)
            }
        }
        let flow = DeviceSignIn(
            provider: metadata, clientID: clientID, http: means.http, reauthentication: reauthentication,
            clock: means.clock)
        return try await flow.idToken { [weak self] code in await self?.show(.device(code)) }
    }

    private func show(_ new: Step) {
        if !Task.isCancelled { step = new }
    }
}
