// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [
    .package(name: "MoyaCassettes", path: "..")
  ],
  targets: [
    // Runs what is measured and what it is measured against by turns, and prints the medians.
    .target(name: "Measuring"),
    // zlib alone, in C, so that nothing of ours is in what ours is held against.
    .target(name: "ZlibFloors", linkerSettings: [.linkedLibrary("z")]),
    .executableTarget(
      name: "CoreBenchmarks",
      dependencies: ["Measuring", .product(name: "MoyaCore", package: "MoyaCassettes")]),
    .executableTarget(
      name: "CassetteBenchmarks",
      dependencies: [
        "Measuring", "ZlibFloors", .product(name: "Cassette", package: "MoyaCassettes"),
        .product(name: "MoyaCore", package: "MoyaCassettes"),
        .product(name: "ReplayProvider", package: "MoyaCassettes"),
      ]),
    // One step of ours in a process of its own, beside the scripts in Peers.
    .executableTarget(
      name: "PeerBenchmarks",
      dependencies: [
        .product(name: "MoyaCore", package: "MoyaCassettes"),
        .product(name: "Recorder", package: "MoyaCassettes"),
        .product(name: "ReplayProvider", package: "MoyaCassettes"),
      ]),
    // Each measure in a process of its own, since a peak of memory stays a process's for good.
    .executableTarget(
      name: "LargeBodyBenchmarks",
      dependencies: [
        "Measuring",
        .product(name: "MoyaCore", package: "MoyaCassettes"),
        .product(name: "ReplayProvider", package: "MoyaCassettes"),
      ]),
  ]
)
