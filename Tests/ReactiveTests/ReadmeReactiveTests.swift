#if RxSwift
import Foundation
import MoyaCore
import RxSwift
import TestSupport
import Testing

private enum GitHub: TargetType {
  case userProfile(String)

  var baseURL: URL { URL(string: "https://api.github.com")! }
  var path: String {
    switch self {
    case .userProfile(let name): "/users/\(name)"
    }
  }
  var method: Moya.Method { .get }
  var task: Moya.Task { .requestPlain }
  var headers: [String: String]? { nil }
  var sampleData: Data { Data(#"{"login":"octocat"}"#.utf8) }
}

private struct User: Decodable {
  let login: String
}

struct ReadmeReactiveTests {
  @Test func whatTheReadmeShows() async {
    let provider = MoyaProvider<GitHub>(stubClosure: MoyaProvider.immediatelyStub)
    let bag = DisposeBag()
    let printed = TestSupport.Locked<[String]>([])
    func print(_ text: Any) { printed.withLock { $0.append("\(text)") } }
    provider.rx.request(.userProfile("octocat"))
      .filterSuccessfulStatusCodes()
      .map(User.self)
      .subscribe(onSuccess: { print($0.login) }, onFailure: { print($0) })
      .disposed(by: bag)
    #expect(printed.withLock { $0 } == ["octocat"])
  }
}
#endif
