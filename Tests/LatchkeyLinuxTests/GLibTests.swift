import Testing

@testable import LatchkeyLinux

@Test("GLib answers")
func glib() { #expect(glibVersion().0 == 2) }
