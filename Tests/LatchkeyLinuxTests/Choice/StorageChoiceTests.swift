import Testing

@testable import LatchkeyLinux

@Suite("Where secrets go")
struct StorageChoiceTests {
    private static let present: [KeyringStatus] = [.open, .locked, .empty]
    private static let missing: [KeyringStatus] = [.absent(reason: "no bus"), .silent]

    private func choose(
        _ setting: StorageChoice.Store?, _ kept: StorageChoice.Store?, _ keyring: KeyringStatus
    ) async -> StorageChoice {
        await StorageChoice.make(setting: setting, kept: kept) { keyring }
    }

    @Test(arguments: present + missing, [nil] + StorageChoice.Store.allCases)
    func existingSecretsStayInTheirStorage(_ keyring: KeyringStatus, _ setting: StorageChoice.Store?) async {
        for kept in StorageChoice.Store.allCases {
            let choice = await choose(setting, kept, keyring)
            #expect(choice.store == kept && choice.reason == .kept)
        }
    }

    @Test(arguments: present + missing, StorageChoice.Store.allCases)
    func settingChoosesTheStorageIfNoSecretsExist(_ keyring: KeyringStatus, _ setting: StorageChoice.Store) async {
        let choice = await choose(setting, nil, keyring)
        #expect(choice.store == setting && choice.reason == .setting)
    }

    @Test(arguments: present)
    func availableOrUnlockableKeyringIsChosenForStorage(_ keyring: KeyringStatus) async {
        #expect(
            await choose(nil, nil, keyring) == StorageChoice(store: .keyring, reason: .found, keyring: keyring))
    }

    @Test(arguments: missing)
    func filesAreNeverChosenWithoutASetting(_ keyring: KeyringStatus) async {
        #expect(await choose(nil, nil, keyring) == StorageChoice(store: nil, reason: .nothing, keyring: keyring))
    }

    @Test func unwantedKeyringIsNotProbed() async {
        for (setting, kept) in [(StorageChoice.Store.file, nil), (nil, .file), (.keyring, StorageChoice.Store.file)] {
            let choice = await StorageChoice.make(setting: setting, kept: kept) {
                Issue.record("looked")
                return .open
            }
            #expect(choice.store == .file && choice.keyring == nil)
        }
    }
}
