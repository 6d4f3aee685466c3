// A module for `canImport(Darwin)`: Linux's C library, with some headers replaced by those in include/.
@_exported import CDarwin
@_exported import Glibc
