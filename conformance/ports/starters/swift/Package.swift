// swift-tools-version:5.9
import PackageDescription

let package = Package(
    name: "port",
    targets: [.executableTarget(name: "port")]
)
