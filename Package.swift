// swift-tools-version: 6.1
import PackageDescription

let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
]

// The real Moya does not re-export Alamofire, some of whose names it shows.
let moya = Target.Dependency.product(
  name: "Moya", package: "Moya", condition: .when(traits: ["UpstreamMoya"]))
let alamofire = Target.Dependency.product(
  name: "Alamofire", package: "Alamofire", condition: .when(traits: ["UpstreamMoya"]))
let rxSwift = Target.Dependency.product(
  name: "RxSwift", package: "RxSwift", condition: .when(traits: ["RxSwift"]))
let reactiveSwift = Target.Dependency.product(
  name: "ReactiveSwift", package: "ReactiveSwift", condition: .when(traits: ["ReactiveSwift"]))

let package = Package(
  name: "MoyaCassettes",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9)],
  products: [
    .library(name: "MoyaCore", targets: ["MoyaCore"]),
    .library(name: "Cassette", targets: ["Cassette"]),
    .library(name: "Recorder", targets: ["Recorder"]),
    .library(name: "ReplayProvider", targets: ["ReplayProvider"]),
    .library(name: "TargetTesting", targets: ["TargetTesting"]),
    .executable(name: "cassette", targets: ["CassetteTool"]),
    .plugin(name: "CassettePlugin", targets: ["CassettePlugin"]),
    // The same once more: for a plugin, SwiftPM builds the product that has the target's name.
    .executable(name: "CassetteTool", targets: ["CassetteTool"]),
  ],
  traits: [
    .trait(
      name: "UpstreamMoya",
      description: "Use the real Moya package in place of MoyaCore's own implementation."),
    .trait(name: "RxSwift", description: "Give providers `rx`, with requests as RxSwift's Single."),
    .trait(
      name: "ReactiveSwift",
      description: "Give providers `reactive`, with requests as ReactiveSwift's SignalProducer."),
  ],
  dependencies: [
    // Each is only fetched when a trait asks for it.
    .package(url: "https://github.com/Moya/Moya.git", from: "15.0.0"),
    .package(url: "https://github.com/Alamofire/Alamofire.git", from: "5.0.0"),
    .package(url: "https://github.com/ReactiveX/RxSwift.git", from: "6.0.0"),
    // The real Moya takes 6 only.
    .package(url: "https://github.com/ReactiveCocoa/ReactiveSwift.git", "6.0.0"..<"8.0.0"),
  ],
  targets: [
    .systemLibrary(
      name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
    .target(
      name: "MoyaCore",
      dependencies: [
        moya, rxSwift, reactiveSwift,
        .target(name: "UpstreamRxMoya", condition: .when(traits: ["RxSwift"])),
        .target(name: "UpstreamReactiveMoya", condition: .when(traits: ["ReactiveSwift"])),
        .product(
          name: "CombineMoya", package: "Moya",
          condition: .when(
            platforms: [.iOS, .macCatalyst, .macOS, .tvOS, .visionOS, .watchOS],
            traits: ["UpstreamMoya"])),
      ],
      swiftSettings: settings),
    // A dependency has one condition; these two need two traits each, so they stand in between.
    .target(
      name: "UpstreamRxMoya",
      dependencies: [
        .product(name: "RxMoya", package: "Moya", condition: .when(traits: ["UpstreamMoya"]))
      ],
      swiftSettings: settings),
    .target(
      name: "UpstreamReactiveMoya",
      dependencies: [
        .product(name: "ReactiveMoya", package: "Moya", condition: .when(traits: ["UpstreamMoya"]))
      ],
      swiftSettings: settings),
    .target(name: "Cassette", dependencies: ["CZlib"], swiftSettings: settings),
    .target(
      name: "Recorder", dependencies: ["MoyaCore", "Cassette", alamofire], swiftSettings: settings),
    .target(
      name: "ReplayProvider", dependencies: ["MoyaCore", "Cassette", "Recorder", alamofire],
      swiftSettings: settings),
    .target(
      name: "TargetTesting", dependencies: ["MoyaCore", "Cassette", "Recorder", "ReplayProvider"],
      swiftSettings: settings),
    .target(name: "CassetteCommands", dependencies: ["Cassette"], swiftSettings: settings),
    // Not named `cassette`: on a case-insensitive file system that is the folder of `Cassette`.
    .executableTarget(
      name: "CassetteTool", dependencies: ["CassetteCommands"], swiftSettings: settings),
    .plugin(
      name: "CassettePlugin",
      capability: .command(
        intent: .custom(
          verb: "cassette", description: "Reads, checks, saves and joins cassettes.")),
      dependencies: ["CassetteTool"]),

    // Shared by the tests; no product.
    .target(
      name: "TestSupport", dependencies: ["CZlib"], path: "Tests/Support",
      swiftSettings: settings),
    .executableTarget(
      name: "LoopbackHTTPBin", dependencies: ["TestSupport"], path: "Tests/LoopbackHTTPBin",
      swiftSettings: settings),
    // Records in a process that tests can kill.
    .executableTarget(
      name: "RecordingChild", dependencies: ["Cassette", "Recorder", "TestSupport"],
      path: "Tests/RecordingChild", swiftSettings: settings),
    // Records real traffic full of secrets in a process that tests can kill.
    .executableTarget(
      name: "LeakingChild",
      dependencies: [
        "Cassette", "MoyaCore", "Recorder", "ReplayProvider", "TestSupport", alamofire,
      ],
      path: "Tests/LeakingChild", swiftSettings: settings),
    .testTarget(
      name: "SupportTests", dependencies: ["TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "MoyaCoreTests", dependencies: ["MoyaCore", "TestSupport"], swiftSettings: settings),
    .testTarget(
      name: "ReactiveTests",
      dependencies: ["MoyaCore", "ReplayProvider", "TestSupport", rxSwift, reactiveSwift],
      swiftSettings: settings),
    .testTarget(
      name: "CassetteTests", dependencies: ["Cassette", "TestSupport"], exclude: ["Fixtures"],
      swiftSettings: settings),
    .testTarget(
      name: "RecorderTests", dependencies: ["Recorder", "ReplayProvider", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "ReplayProviderTests", dependencies: ["ReplayProvider", "TestSupport", alamofire],
      swiftSettings: settings),
    .testTarget(
      name: "TargetTestingTests", dependencies: ["TargetTesting", "TestSupport", alamofire],
      swiftSettings: settings),
    .testTarget(
      name: "CassetteCommandsTests", dependencies: ["CassetteCommands", "Cassette", "TestSupport"],
      swiftSettings: settings),
  ]
)
