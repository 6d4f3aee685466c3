// swift-tools-version:6.1
// Compiles the Apple-only sources on Linux against stand-ins for the modules of Apple's SDK, and runs their adapters
// against fakes. The main package does not know this one: an app that uses the library never meets a stand-in.
import PackageDescription

let macros: [SwiftSetting] = [
    .unsafeFlags([
        "-load-plugin-executable", "\(Context.packageDirectory)/macro-plugin#AppleStandIns",
        // Compiles all files of a module together, in two thirds of the time. SwiftPM requires one object for each.
        "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2",
    ])
]
/// swift-crypto as built by the main package, copied by scripts/check-apple.
let crypto = "\(Context.packageDirectory)/../../.build/apple-check/crypto"
let strict: [SwiftSetting] = [
    .unsafeFlags(["-warnings-as-errors", "-I", crypto]),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
]
/// The modules that a file may import on a device. Each of our modules depends on all of them, because `canImport`
/// reads the build directory and not the manifest.
let sdk: [Target.Dependency] = [
    "Security", "LocalAuthentication", "CryptoKit", "Accessibility", "Combine", "UIKit", "AppKit", "SwiftUI",
    "SwiftData",
]

/// A stand-in for a module of the SDK.
func standIn(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "StandIns/\(name)", swiftSettings: macros)
}

/// One of our modules, through a symbolic link.
func ours(
    _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], flags: [String] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies + sdk, exclude: exclude,
        swiftSettings: strict + macros + [.unsafeFlags(flags)])
}

func tests(_ name: String, exclude: [String] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: [
            "AppleDevice", "LatchkeyCore", "LatchkeySecureStorage", "LatchkeyBiometrics", "LatchkeyLifecycle",
            "LatchkeyBiometricSession", "LatchkeyPersistence", "LatchkeyPasscode", "LatchkeyLock", "LatchkeyAPI",
            "LatchkeySession", "LatchkeyTestSupport", "LatchkeyUI", "LatchkeyShared",
            "Welcome",
        ] + sdk,
        exclude: exclude,
        // The toolchain refers to an overlay of Testing for UIKit that only Apple's toolchain has.
        swiftSettings: strict + macros + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])],
        linkerSettings: [
            .unsafeFlags(["-L", crypto]), .linkedLibrary("CryptoOfMainPackage"), .linkedLibrary("stdc++"),
        ])
}

let package = Package(
    name: "AppleCheck",
    targets: [
        standIn("AppleDevice"),
        standIn("Security", ["AppleDevice"]),
        standIn("LocalAuthentication", ["AppleDevice", "Security"]),
        .target(
            name: "CryptoKit", dependencies: ["AppleDevice", "Security", "LocalAuthentication"],
            path: "StandIns/CryptoKit", swiftSettings: macros + [.unsafeFlags(["-I", crypto])]),
        standIn("Accessibility"),
        standIn("Combine"),
        standIn("UIKit"),
        standIn("AppKit"),
        standIn("SwiftUI", ["Combine", "UIKit", "AppKit"]),
        standIn("SwiftData", ["SwiftUI"]),
        ours("LatchkeyCore"),
        ours("LatchkeyPasscode", ["LatchkeyCore"]),
        ours("LatchkeySecureStorage", ["LatchkeyCore"], exclude: ["Apple/PrivacyInfo.xcprivacy"]),
        ours("LatchkeyBiometrics", ["LatchkeyCore"]),
        ours("LatchkeyBiometricSession", ["LatchkeyCore", "LatchkeySecureStorage", "LatchkeyBiometrics"]),
        ours("LatchkeyLifecycle", ["LatchkeyCore"]),
        ours("LatchkeyPersistence", ["LatchkeyCore"]),
        ours(
            "LatchkeyLock",
            [
                "LatchkeyCore", "LatchkeyPasscode", "LatchkeySecureStorage", "LatchkeyBiometrics", "LatchkeyLifecycle",
            ]),
        ours("LatchkeyAPI", ["LatchkeyCore"]),
        ours(
            "LatchkeySession",
            [
                "LatchkeyCore", "LatchkeyLock", "LatchkeyAPI", "LatchkeyPasscode", "LatchkeySecureStorage",
                "LatchkeyLifecycle",
            ]),
        ours(
            "LatchkeyUI",
            [
                "LatchkeySession", "LatchkeyLock", "LatchkeyAPI", "LatchkeyPasscode", "LatchkeyBiometrics",
                "LatchkeySecureStorage", "LatchkeyLifecycle", "LatchkeyBiometricSession", "LatchkeyCore",
            ]),
        ours(
            "LatchkeyShared",
            [
                "LatchkeyUI", "LatchkeySession", "LatchkeyLock", "LatchkeyAPI", "LatchkeyPasscode",
                "LatchkeyBiometrics", "LatchkeySecureStorage", "LatchkeyLifecycle", "LatchkeyPersistence",
                "LatchkeyBiometricSession", "LatchkeyCore",
            ]),
        ours(
            "Welcome",
            [
                "LatchkeyUI", "LatchkeyLock", "LatchkeyPasscode", "LatchkeyLifecycle", "LatchkeyBiometrics",
                "LatchkeySecureStorage", "LatchkeyPersistence",
            ],
            // Only Xcode compiles string catalogues; CatalogueTests reads them.
            exclude: ["Resources"],
            // Its main function, next to that of the tests.
            flags: ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "Welcome_main"]),
        ours(
            "LatchkeyTestSupport",
            [
                "LatchkeyCore", "LatchkeySecureStorage", "LatchkeyBiometrics", "LatchkeyLifecycle",
                "LatchkeyBiometricSession", "LatchkeyPersistence", "LatchkeyLock", "LatchkeyAPI", "LatchkeySession",
            ]),
        tests("AppleAdapterTests"),
        // The template's own, through symbolic links: as in its project, they compile the app's sources themselves.
        tests("WelcomeTests", exclude: ["Welcome/Resources", "Welcome/App/WelcomeApp.swift"]),
        // These include the Mac's sources, copied by copy-mac-sources.
        tests("MacAdapterTests"),
    ],
    swiftLanguageModes: [.v6]
)
