import GRDBSQLite
import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Reads of database files that fail instead of waiting for the disk, for threads that serve many connections.
enum CachedReads {
    private typealias ReadNow = @convention(c) (Int32, UnsafePointer<iovec>, Int32, off_t, Int32) -> Int

    /// A read that failed, or would wait for the disk or a lock.
    struct Unread: Error {}

    /// Runs `body`. Meanwhile, SQLite's reads of files on this thread fail unless the system has cached the data, and
    /// always on a file system that cannot tell, such as tmpfs. Throws ``Unread`` on other systems than Linux.
    static func run<Value>(_ body: () throws -> Value) throws -> Value {
        guard let key = threadKey, !isUnsupported.load(ordering: .relaxed) else { throw Unread() }
        pthread_setspecific(key, UnsafeRawPointer(bitPattern: 1))
        defer { pthread_setspecific(key, nil) }
        return try body()
    }

    /// Reads a file like `pread`.
    static func read(_ file: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int, at offset: off_t) -> Int {
        guard let readNow, let threadKey, pthread_getspecific(threadKey) != nil else {
            return pread(file, buffer, count, offset)
        }
        var part = iovec(iov_base: buffer, iov_len: count)
        let count = readNow(file, &part, 1, offset, /* RWF_NOWAIT */ 8)
        if count < 0, errno == EOPNOTSUPP { isUnsupported.store(true, ordering: .relaxed) }
        return count
    }

    /// Whether a file system cannot tell whether a read would wait.
    private static let isUnsupported = Atomic(false)

    /// `preadv2`, which can fail instead of waiting (https://man7.org/linux/man-pages/man2/readv.2.html).
    private static let readNow = dlsym(nil, "preadv2").map { unsafeBitCast($0, to: ReadNow.self) }

    /// The key of the threads' flag; nil without `preadv2`. All SQLite connections of the process then read with
    /// ``read(_:_:_:at:)`` (https://www.sqlite.org/c3ref/vfs.html).
    private static let threadKey: pthread_key_t? = {
        var key = pthread_key_t()
        guard readNow != nil, pthread_key_create(&key, nil) == 0, let files = sqlite3_vfs_find(nil) else { return nil }
        let read: @convention(c) (Int32, UnsafeMutableRawPointer?, Int, off_t) -> Int = {
            CachedReads.read($0, $1, $2, at: $3)
        }
        // The name depends on how SQLite was compiled.
        for name in ["pread", "pread64"] {
            let function = unsafeBitCast(read, to: sqlite3_syscall_ptr.self)
            guard files.pointee.xSetSystemCall(files, name, function) == SQLITE_OK else { return nil }
        }
        return key
    }()
}
