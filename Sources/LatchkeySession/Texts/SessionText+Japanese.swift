internal import LatchkeyCore

extension SessionText {
    static let japanese = SessionTexts(
        language: "ja",
        complete: [
            .sessionEnded: "セッションが終了しました。もう一度サインインしてください。データはこのデバイスに残っています。",
            .otherAccount: "このデバイスには別のアカウントのデータがあります。サインインすると消去されます。",
            .resetRequired: "パスコードは使用できなくなりました。リセットしてください。",
            .formerPasscodeNeeded: "パスコードは正しいものですが、このデバイスのデータは以前のパスコードでロックされています。",
            .passcodeNeeded: "パスコードを入力してください。",
            .signInRejected: "サインインできなかったか、有効期限が切れました。もう一度サインインしてください。",
            .signInConflict: "このサインインに対応するアカウントがありません。メールアドレスが未確認か、別のアカウントで使用されています。管理者にお問い合わせください。",
            .emailSignInDisabled: "メールでのサインインは無効です。チームアカウントでサインインしてください。",
            .codeWrong: "確認コードが正しくないか、有効期限が切れています。新しい確認コードをリクエストしてください。",
            .teamRequiresPasscode: "チームの設定により、パスコードが必要です。",
            .offline: "サーバに接続できません。接続を確認して、もう一度お試しください。",
            .insecureConnection: "接続が安全ではありません。何も送信されていません。",
            .serverTrouble: "現在サーバで処理できません。もう一度お試しください。",
            .tooManyRequests: "リクエストが多すぎます。しばらくお待ちください。",
            .signedOut: "サインアウトしました。",
            .storageTrouble: "このデバイスのデータを読み書きできません。何も変更されていません。",
        ])
}
