#if os(Linux)
internal import Foundation

/// What `posix_spawn` takes, to be filled in by its `init` functions.
func blankSpawn() -> (posix_spawnattr_t, posix_spawn_file_actions_t) {
    (posix_spawnattr_t(), posix_spawn_file_actions_t())
}
#endif
