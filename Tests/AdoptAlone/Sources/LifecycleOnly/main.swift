import LatchkeyLifecycle

let lifecycle = AppLifecycleManager()
lifecycle.onBackground { print("saving") }
await lifecycle.updateState(.background).value
