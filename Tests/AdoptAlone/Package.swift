// swift-tools-version:6.1
import PackageDescription

// Five apps that each use one library only, and an app that also uses LatchkeyTestSupport.
// `scripts/check adoption` builds and inspects them.
let package = Package(
    name: "adopt-alone",
    platforms: [.macOS(.v14)],
    dependencies: [.package(name: "latchkey", path: "../..")],
    targets: [
        .executableTarget(
            name: "SecretsOnly", dependencies: [.product(name: "LatchkeySecureStorage", package: "latchkey")]),
        .executableTarget(
            name: "BiometricsOnly", dependencies: [.product(name: "LatchkeyBiometrics", package: "latchkey")]),
        .executableTarget(
            name: "BiometricSessionOnly",
            dependencies: [.product(name: "LatchkeyBiometricSession", package: "latchkey")]),
        .executableTarget(
            name: "LifecycleOnly", dependencies: [.product(name: "LatchkeyLifecycle", package: "latchkey")]),
        .executableTarget(
            name: "RecordsOnly", dependencies: [.product(name: "LatchkeyPersistence", package: "latchkey")]),
        .executableTarget(
            name: "BiometricsTested",
            dependencies: [
                .product(name: "LatchkeyBiometrics", package: "latchkey"),
                .product(name: "LatchkeyTestSupport", package: "latchkey"),
            ]),
    ]
)
