package import Cassette
package import MoyaCore

extension TargetType {
  /// The target itself, or what a `MultiTarget` holds, at any depth.
  package var innermost: any TargetType {
    var target: any TargetType = self
    while let multi = target as? MultiTarget { target = multi.target }
    return target
  }
}

extension Cassette.TargetIdentity {
  /// The identity of a target: its type and, of an enum, its case, never the payload.
  package init(_ target: any TargetType) {
    let target = target.innermost
    let mirror = Mirror(reflecting: target)
    var name: String?
    if mirror.displayStyle == .enum {
      // A case with a payload is a child with the case's name; one without prints as its name, unless
      // the type prints itself in its own way, which may show anything.
      let printsItself =
        target is any CustomStringConvertible || target is any CustomDebugStringConvertible
      name = mirror.children.first?.label ?? (printsItself ? nil : "\(target)")
    }
    self.init(type: "\(Swift.type(of: target))", name: name)
  }
}
