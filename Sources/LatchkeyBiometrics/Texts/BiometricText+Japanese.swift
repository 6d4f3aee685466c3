internal import LatchkeyCore

extension BiometricText {
    static let japanese = BiometricTexts(
        language: "ja",
        complete: [
            .passcode: "パスコード",
            .passcodeInSentence: "パスコード",
            .fingerprint: "指紋",
            .fingerprintInSentence: "指紋",
            .biometrics: "生体認証",
            .biometricsInSentence: "生体認証",
            .notAvailable: "このデバイスでは生体認証を利用できません。",
            .notEnrolled: "生体認証データが登録されていません。「設定」でFace IDまたはTouch IDを設定してください。",
            .devicePasscodeNotSet: "このデバイスにはパスコードが設定されていません。「設定」で設定してください。",
            .lockout: "失敗が続いたため、生体認証はロックされています。パスコードを使用してください。",
            .cancelled: "認証がキャンセルされました。",
            .passcodeRequested: "パスコードの入力が選択されました。",
            .cancelledBySystem: "認証がシステムによってキャンセルされました。",
            .failed: "認証できませんでした。もう一度お試しください。",
            .unknown: "問題が発生しました。もう一度試すか、パスコードを使用してください。",
        ])
}
