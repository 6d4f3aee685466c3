/// Not Apple's: what a modifier does when its view comes and goes, or draws behind it.
enum ViewHook {
    case appear(() -> Void)
    case disappear(() -> Void)
    case background(any View)
}

/// Not Apple's: a view with such a modifier.
struct Hooked<Inner: View> {
    let inner: Inner
    let hook: ViewHook
    nonisolated init(inner: Inner, hook: ViewHook) { (self.inner, self.hook) = (inner, hook) }
}
extension Hooked: Leaf {}
