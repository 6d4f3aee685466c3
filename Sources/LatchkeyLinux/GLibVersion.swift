internal import CGLib

func glibVersion() -> (UInt32, UInt32) { (glib_major_version, glib_minor_version) }
