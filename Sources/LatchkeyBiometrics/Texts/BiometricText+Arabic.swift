internal import LatchkeyCore

extension BiometricText {
    static let arabic = BiometricTexts(
        language: "ar",
        complete: [
            .passcode: "رمز الدخول",
            .passcodeInSentence: "رمز الدخول",
            .fingerprint: "بصمة الإصبع",
            .fingerprintInSentence: "بصمة الإصبع",
            .biometrics: "المقاييس الحيوية",
            .biometricsInSentence: "المقاييس الحيوية",
            .notAvailable: "المصادقة بالمقاييس الحيوية غير متاحة على هذا الجهاز.",
            .notEnrolled: "لم يتم تسجيل مقاييس حيوية. يرجى إعداد Face ID أو Touch ID في الإعدادات.",
            .devicePasscodeNotSet: "ليس لهذا الجهاز رمز دخول. يرجى تعيين رمز في الإعدادات.",
            .lockout: "المصادقة بالمقاييس الحيوية مقفلة بسبب كثرة المحاولات الفاشلة. يرجى استخدام رمز الدخول.",
            .cancelled: "تم إلغاء المصادقة.",
            .passcodeRequested: "تم طلب إدخال رمز الدخول.",
            .cancelledBySystem: "ألغى النظام المصادقة.",
            .failed: "فشلت المصادقة. يرجى إعادة المحاولة.",
            .unknown: "حدث خطأ. يرجى إعادة المحاولة أو استخدام رمز الدخول.",
        ])
}
