// swift-tools-version:6.1
import PackageDescription

let package = Package(
    name: "latchkey",
    platforms: [.macOS(.v14), .iOS(.v17), .visionOS(.v1)],
    products: [
        .library(name: "LatchkeyPasscode", targets: ["LatchkeyPasscode"]),
        .library(name: "LatchkeyAPI", targets: ["LatchkeyAPI"]),
    ],
    targets: [
        .target(name: "LatchkeyPasscode"),
        .target(name: "LatchkeyAPI"),
        .testTarget(name: "LatchkeyPasscodeTests", dependencies: ["LatchkeyPasscode"]),
        .testTarget(name: "LatchkeyAPITests", dependencies: ["LatchkeyAPI"]),
    ],
    swiftLanguageModes: [.v6]
)

/// Our own sources only: a dependency's warnings are not ours to mend.
let strict: [SwiftSetting] =
    Context.environment["LATCHKEY_STRICT"] == "1" ? [.unsafeFlags(["-warnings-as-errors"])] : []

for target in package.targets {
    target.swiftSettings =
        (target.swiftSettings ?? []) + strict + [
            .enableUpcomingFeature("ExistentialAny"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            .enableUpcomingFeature("InferIsolatedConformances"),
        ]
}
