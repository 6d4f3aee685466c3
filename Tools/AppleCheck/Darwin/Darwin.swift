// That there is such a module is what `canImport(Darwin)` asks. It is Linux's C library, with the headers of include/
// in the place of its own.
@_exported import CDarwin
@_exported import Glibc
