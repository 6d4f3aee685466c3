// swift-tools-version:6.1
// Swift 6.1 on Linux, where ci.yml builds the libraries with it. With Xcode 26 or newer: that CryptoKit's types are
// Sendable is not known of older SDKs.
import PackageDescription

let package = Package(
    name: "latchkey",
    platforms: [.macOS(.v14), .iOS(.v17), .visionOS(.v1)],
    products: [
        .library(name: "LatchkeyCore", targets: ["LatchkeyCore"]),
        .library(name: "LatchkeySecureStorage", targets: ["LatchkeySecureStorage"]),
        .library(name: "LatchkeyBiometrics", targets: ["LatchkeyBiometrics"]),
        .library(name: "LatchkeyBiometricSession", targets: ["LatchkeyBiometricSession"]),
        .library(name: "LatchkeyLifecycle", targets: ["LatchkeyLifecycle"]),
        .library(name: "LatchkeyPersistence", targets: ["LatchkeyPersistence"]),
        .library(name: "LatchkeySQLite", targets: ["LatchkeySQLite"]),
        .library(name: "LatchkeyPasscode", targets: ["LatchkeyPasscode"]),
        .library(name: "LatchkeyLock", targets: ["LatchkeyLock"]),
        .library(name: "LatchkeyAPI", targets: ["LatchkeyAPI"]),
        .library(name: "LatchkeySession", targets: ["LatchkeySession"]),
        .library(name: "LatchkeyUI", targets: ["LatchkeyUI"]),
        .library(name: "LatchkeyShared", targets: ["LatchkeyShared"]),
        .library(name: "LatchkeyTestSupport", targets: ["LatchkeyTestSupport"]),
        .library(name: "TerminalKit", targets: ["TerminalKit"]),
        .executable(name: "latchkey", targets: ["LatchkeyTerminal"]),
        // For the server's package.
        .library(name: "LatchkeyProgram", targets: ["LatchkeyProgram"]),
        .library(name: "CProcess", targets: ["CProcess"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    ],
    targets: [
        // Locks and queues, secrets that are not logged and are wiped, and texts by key and language.
        .target(name: "LatchkeyCore"),
        .target(
            name: "LatchkeySecureStorage",
            dependencies: ["LatchkeyCore", .product(name: "Crypto", package: "swift-crypto")]),
        .target(name: "LatchkeyBiometrics", dependencies: ["LatchkeyCore"]),
        // A session of any backend behind biometrics: no lock, no account.
        .target(
            name: "LatchkeyBiometricSession",
            dependencies: [
                "LatchkeyCore", "LatchkeySecureStorage", "LatchkeyBiometrics",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .target(name: "LatchkeyLifecycle", dependencies: ["LatchkeyCore"]),
        .target(name: "LatchkeyPersistence", dependencies: ["LatchkeyCore"]),
        .target(
            name: "LatchkeySQLite",
            dependencies: ["LatchkeyPersistence", .product(name: "GRDB", package: "GRDB.swift")]),
        .target(name: "LatchkeyPasscode", dependencies: ["LatchkeyCore"]),
        .target(
            name: "LatchkeyLock",
            dependencies: [
                "LatchkeyCore", "LatchkeyPasscode", "LatchkeySecureStorage", "LatchkeyBiometrics", "LatchkeyLifecycle",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        .target(name: "LatchkeyAPI", dependencies: ["LatchkeyCore"]),
        .target(
            name: "LatchkeySession",
            dependencies: [
                "LatchkeyCore", "LatchkeyLock", "LatchkeyAPI", "LatchkeyPasscode", "LatchkeySecureStorage",
                "LatchkeyLifecycle",
            ]),
        .target(
            name: "LatchkeyUI",
            dependencies: [
                "LatchkeySession", "LatchkeyLock", "LatchkeyAPI", "LatchkeyPasscode", "LatchkeyBiometrics",
                "LatchkeySecureStorage", "LatchkeyLifecycle", "LatchkeyBiometricSession", "LatchkeyCore",
            ]),
        // The calls of the requirement documents, over the libraries: the only target with singletons.
        .target(
            name: "LatchkeyShared",
            dependencies: [
                "LatchkeyUI", "LatchkeySession", "LatchkeyLock", "LatchkeyAPI", "LatchkeyPasscode",
                "LatchkeyBiometrics", "LatchkeySecureStorage", "LatchkeyLifecycle", "LatchkeyPersistence",
                "LatchkeyBiometricSession", "LatchkeyCore",
            ]),
        // Mocks and contract suites, for test targets.
        .target(
            name: "LatchkeyTestSupport",
            dependencies: [
                "LatchkeyCore", "LatchkeySecureStorage", "LatchkeyBiometrics", "LatchkeyLifecycle",
                "LatchkeyBiometricSession", "LatchkeyPersistence", "LatchkeyLock", "LatchkeyAPI", "LatchkeySession",
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ]),
        // Functions that Swift cannot call, in inline C, and the commit that the build passes.
        .target(
            name: "CProcess",
            cSettings: Context.environment["LATCHKEY_COMMIT"].map { [.define("LATCHKEY_COMMIT", to: $0)] }),
        // Shared by the two programs: standard streams and the version.
        .target(name: "LatchkeyProgram"),
        // Keys, frames and the terminal itself: no part of the lock.
        .target(
            name: "TerminalKit",
            dependencies: ["CProcess", "LatchkeyCore", "LatchkeyPasscode"]),
        .executableTarget(
            name: "LatchkeyTerminal",
            dependencies: [
                "CProcess", "TerminalKit", "LatchkeyCore", "LatchkeySecureStorage", "LatchkeyLock", "LatchkeyPasscode",
                "LatchkeyPersistence", "LatchkeySQLite",
                "LatchkeyLifecycle", "LatchkeySession", "LatchkeyUI", "LatchkeyAPI", "LatchkeyBiometrics",
                "LatchkeyProgram",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        // Processes that tests start, and the program that they kill, race and send signals. It is the bench, too.
        .executableTarget(
            name: "ChildProcess",
            dependencies: [
                "CProcess", "LatchkeySecureStorage", "LatchkeyBiometrics", "LatchkeyLifecycle", "LatchkeyPersistence",
                "LatchkeySQLite", "LatchkeyPasscode", "LatchkeyLock", "LatchkeyAPI", "LatchkeySession",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "CryptoExtras", package: "swift-crypto"),
            ],
            path: "Tests/ChildProcess"),
        .testTarget(
            name: "LatchkeyCoreTests",
            dependencies: [
                "LatchkeyCore", "LatchkeyBiometrics", "LatchkeySecureStorage", "LatchkeyPersistence", "LatchkeyLock",
                "LatchkeyAPI", "LatchkeySession", "LatchkeyTestSupport", "LatchkeyUI",
            ]),
        .testTarget(
            name: "LatchkeySecureStorageTests",
            dependencies: [
                "LatchkeySecureStorage", "LatchkeyCore", "LatchkeyTestSupport", "ChildProcess",
                .product(name: "Crypto", package: "swift-crypto"),
            ]),
        .testTarget(
            name: "LatchkeyBiometricsTests", dependencies: ["LatchkeyBiometrics", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyBiometricSessionTests",
            dependencies: [
                "LatchkeyBiometricSession", "LatchkeyBiometrics", "LatchkeySecureStorage", "LatchkeyTestSupport",
            ]),
        .testTarget(
            name: "LatchkeyLifecycleTests",
            dependencies: ["LatchkeyCore", "LatchkeyLifecycle", "LatchkeyTestSupport", "ChildProcess"]),
        .testTarget(
            name: "LatchkeyPersistenceTests",
            dependencies: ["LatchkeyPersistence", "LatchkeySQLite", "LatchkeyTestSupport", "ChildProcess"]),
        .testTarget(
            name: "LatchkeyTestSupportTests",
            dependencies: [
                "LatchkeyCore", "LatchkeyTestSupport", "LatchkeyBiometricSession",
                "LatchkeySession", "LatchkeyAPI", "LatchkeyLock", "LatchkeyPasscode",
            ]),
        .testTarget(
            name: "LatchkeyLockTests",
            dependencies: [
                "LatchkeyCore", "LatchkeyLock", "LatchkeyLifecycle", "LatchkeyTestSupport", "ChildProcess",
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Vectors"]),
        .testTarget(name: "LatchkeyPasscodeTests", dependencies: ["LatchkeyPasscode", "LatchkeyCore"]),
        .testTarget(name: "LatchkeyAPITests", dependencies: ["LatchkeyAPI", "LatchkeyCore"]),
        .testTarget(
            name: "LatchkeySessionTests",
            dependencies: [
                "LatchkeyCore", "LatchkeySession", "LatchkeyUI", "LatchkeyLifecycle", "LatchkeyTestSupport",
                "ChildProcess",
            ]),
        .testTarget(
            name: "LatchkeyUITests",
            dependencies: ["LatchkeyCore", "LatchkeyUI", "LatchkeyLifecycle", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeySharedTests",
            dependencies: ["LatchkeyShared", "LatchkeyCore", "LatchkeyTestSupport"]),
        .testTarget(
            name: "TerminalKitTests",
            dependencies: ["TerminalKit", "CProcess", "ChildProcess", "LatchkeyTestSupport"]),
        .testTarget(
            name: "LatchkeyTerminalTests",
            dependencies: [
                "LatchkeyCore", "LatchkeyProgram", "LatchkeyTerminal", "TerminalKit", "CProcess", "LatchkeyTestSupport",
                "ChildProcess",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            exclude: ["Flows/Support/public-provider.py"]),
        // The code in docs/ and landing pages, file by file; `scripts/check guides` compares them.
        .testTarget(
            name: "GuideExamples",
            dependencies: [
                "LatchkeySecureStorage", "LatchkeyBiometrics", "LatchkeyBiometricSession", "LatchkeyLifecycle",
                "LatchkeyPersistence",
                "LatchkeySQLite", "LatchkeyPasscode", "LatchkeyLock", "LatchkeyAPI", "LatchkeySession", "LatchkeyUI",
                "LatchkeyShared", "LatchkeyTestSupport", "ChildProcess",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

/// The privacy manifest that App Store Connect requires of a library that reads the size and the owner of files: an
/// app's manifest does not cover its libraries. Only Apple's tools have a use for it.
let privacyManifest = "Apple/PrivacyInfo.xcprivacy"

#if os(Linux)
package.products.append(.library(name: "LatchkeyLinux", targets: ["LatchkeyLinux"]))
package.targets += [
    // GLib: D-Bus (GIO) and the Secret Service (libsecret), which brings GIO.
    .systemLibrary(name: "CGLib", pkgConfig: "libsecret-1", providers: [.apt(["libsecret-1-dev"])]),
    .target(
        name: "LatchkeyLinux",
        dependencies: ["CGLib", "LatchkeyCore", "LatchkeySecureStorage", "LatchkeyBiometrics", "LatchkeyLifecycle"]),
    .testTarget(
        name: "LatchkeyLinuxTests",
        dependencies: [
            "LatchkeyLinux", "LatchkeyLock", "LatchkeyPasscode", "LatchkeySecureStorage", "LatchkeyBiometrics",
            "LatchkeyBiometricSession", "LatchkeyLifecycle", "LatchkeyTestSupport", "ChildProcess",
        ],
        exclude: ["Support/prompter.py"]),
]
for target in package.targets {
    switch target.name {
    case "LatchkeySecureStorage": target.exclude.append(privacyManifest)
    case "LatchkeyTerminal": target.dependencies += ["LatchkeyLinux"]
    case "ChildProcess": target.dependencies += ["CGLib", "LatchkeyLinux"]
    case "GuideExamples": target.dependencies += ["LatchkeyLinux", "TerminalKit"]
    default: break
    }
}
#else
for target in package.targets where target.name == "LatchkeySecureStorage" {
    target.resources = [.copy(privacyManifest)]
}
#endif

/// Only for our own sources: dependencies may have warnings.
let strict: [SwiftSetting] =
    Context.environment["LATCHKEY_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? []) + strict + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
        ]
}
