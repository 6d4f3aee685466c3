#if canImport(Darwin)
internal import Foundation

/// What `posix_spawn` takes, to be filled in by its `init` functions: pointers here.
func blankSpawn() -> (posix_spawnattr_t?, posix_spawn_file_actions_t?) { (nil, nil) }
#endif
