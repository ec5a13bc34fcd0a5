/// What is handed over without being kept: an answer lives as long as the endpoint that carries it.
struct WeakReference<Object: AnyObject> {
  private(set) weak var object: Object?

  init(_ object: Object) {
    self.object = object
  }
}
