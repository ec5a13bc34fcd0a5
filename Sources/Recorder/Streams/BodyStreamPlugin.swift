package import MoyaCore

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// Lets the run see the stream that is a request's content, also where a plugin behind the recorder has set
/// it: for the end of a provider's plugins.
package struct BodyStreamPlugin: PluginType {
  private let run: CassetteRun

  /// A plugin that works for that run's recorder.
  package init(run: CassetteRun) { self.run = run }

  package func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    run.teeingBody(of: request)
  }
}
