internal import LatchkeyCore

extension LockText {
    static let japanese = LockTexts(
        language: "ja",
        complete: [
            .wrong: "パスコードが正しくありません。もう一度お試しください。",
            .wait: "入力の失敗が続いています。{seconds}秒後にもう一度お試しください。",
            .exhausted: "入力の失敗が上限に達したため、パスコードは使用できなくなりました。",
            .noPasscode: "パスコードが設定されていません。",
            .passcodeNeeded: "生体認証を再び使用するには、パスコードを1回入力してください。",
            .enterPasscode: "パスコードを入力",
            .biometricsOff: "生体認証はオフになっています。",
            .passcodeBeforeData: "先にパスコードを設定してください。パスコードがないと、アプリはこのデバイスにデータを保存できません。",
            .locked: "アプリはロックされています。",
            .rejectedPopular: "特によく使われるパスコードは推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedRepeated: "同じ数字の繰り返しは推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedRun: "連続した数字は推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedPairs: "2桁の組の繰り返しは推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedTriples: "3桁の組や前半の繰り返しは推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedMirrored: "前後どちらから読んでも同じ数字は推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedKeypad: "キーパッド上の単純な並びは推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedYear: "年や1月1日の日付は推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedCommon: "推測されやすいため使用できません。別のパスコードにしてください。",
            .rejectedReused: "現在のパスコードと同じです。別のパスコードにしてください。",
            .unreadable: "現在パスコードを読み取れません。アプリはロックされたままです。もう一度お試しください。",
            .storageInUse: "アプリのロックが二重に設定されています。アプリの開発元にお問い合わせください。",
            .damaged: StoredDataText.japanese[.damaged],
            .newerVersion: "データは新しいバージョンのアプリで保存されています。アプリをアップデートしてください。",
            .notChanged: "何も変更されませんでした。もう一度お試しください。",
            .recoveryRejected: "このアカウントでは、このデバイスのデータを復旧できません。",
            .serverNeeded: "ロックを解除するには、サーバへの接続が必要です。接続を確認して、もう一度お試しください。",
            .passcodeChangedElsewhere: "パスコードが別のデバイスで変更されました。もう一度サインインしてください。",
            .deviceUnknown: "サーバがこのデバイスを認識できません。もう一度サインインしてください。",
            .tooManyDevices: "アカウントのデバイスが多すぎます。設定でいずれかのデバイスを無効にして、もう一度お試しください。",
            .serverBroken: "サーバがこのデバイスのロックを解除できません。管理者にお問い合わせください。",
        ],
        counts: [
            .wrongWithCount: [
                .other: "パスコードが正しくありません。あと{count}回入力できます。"
            ]
        ])
}
