// swift-tools-version:6.1
// An app for iPhone and iPad; ../RepairShopMac is the one for a Mac. Open the folder with Xcode, and run it beside
// `make run` (see README.md).
import AppleProductTypes
import PackageDescription

let package = Package(
    name: "RepairShop",
    defaultLocalization: "en",
    platforms: [.iOS(.v17)],
    products: [
        .iOSApplication(
            name: "RepairShop", targets: ["RepairShop"], bundleIdentifier: "com.example.latchkey.repairshop",
            displayVersion: "1.0", bundleVersion: "1", supportedDeviceFamilies: [.phone, .pad],
            supportedInterfaceOrientations: [.portrait, .landscapeLeft, .landscapeRight],
            // NSFaceIDUsageDescription, without which the system ends an app that asks for Face ID.
            additionalInfoPlistContentFilePath: "Info.plist")
    ],
    dependencies: [.package(name: "latchkey", path: "../..")],
    targets: [
        .executableTarget(
            name: "RepairShop",
            dependencies: [
                .product(name: "LatchkeyUI", package: "latchkey"),
                .product(name: "LatchkeySession", package: "latchkey"),
                .product(name: "LatchkeyLock", package: "latchkey"),
                .product(name: "LatchkeyAPI", package: "latchkey"),
                .product(name: "LatchkeyLifecycle", package: "latchkey"),
                .product(name: "LatchkeyBiometrics", package: "latchkey"),
                .product(name: "LatchkeySecureStorage", package: "latchkey"),
                .product(name: "LatchkeyPersistence", package: "latchkey"),
            ],
            path: "Sources",
            resources: [.process("Resources")])
    ],
    swiftLanguageModes: [.v6]
)
