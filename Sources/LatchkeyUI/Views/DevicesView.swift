#if canImport(SwiftUI)
internal import LatchkeyAPI
public import LatchkeySession
public import SwiftUI

/// The account's devices whose vault requires the server, as a section of the app's form or list. A lost one can be
/// shut.
///
/// ```swift
/// Form { DevicesView(session) }
/// ```
public struct DevicesView: View {
    private let makeModel: @MainActor (ScreenTexts) -> DevicesModel
    @State private var models = LazyBox<DevicesModel>()
    @Environment(\.screenTexts) private var texts

    /// Shows the devices of the session's account.
    public init(_ session: SessionModel) { makeModel = { DevicesModel(session, texts: $0) } }

    private var model: DevicesModel { models.value { makeModel(texts) } }

    public var body: some View {
        Section {
            if model.devices == [] { Text(verbatim: texts[.noDevices]) }
            ForEach(model.devices ?? [], id: \.id) { device in
                let name = Text(verbatim: model.name(of: device))
                let button = Button(texts[.shutDevice], role: .destructive) { model.shut(device) }
                    .buttonStyle(.borderless)
                ViewThatFits(in: .horizontal) {
                    HStack {
                        name
                        Spacer()
                        button
                    }
                    VStack(alignment: .leading) {
                        name
                        button
                    }
                }
            }
        } header: {
            Text(verbatim: texts[.devices]).task { await model.load() }.sheet(isPresented: isShutting) { question }
        } footer: {
            Text(verbatim: model.message ?? model.warning)
        }
    }

    private var question: some View {
        ScrollView {
            VStack(spacing: 16) {
                PasscodeEntryView(
                    entry: model.entry, title: texts[.enterCurrentPasscode], reason: model.warning)
                Button(texts[.cancel]) { model.cancel() }.buttonStyle(.borderless)
            }
            .padding()
            .frame(maxWidth: .infinity)
        }
        .interactiveDismissDisabled()
    }

    private var isShutting: Binding<Bool> { .presented({ model.lost != nil }, onDismiss: { model.cancel() }) }
}
#endif
