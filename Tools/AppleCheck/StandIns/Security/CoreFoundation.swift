// The CoreFoundation types in Security's interface: SecBase.h, SecItem.h, SecAccessControl.h (Security-61901).
// Known to be looser than Apple: a CFDictionary is an NSDictionary here, so a cast to the wrong one of the two
// compiles. The rule in scripts/check-apple finds that.
@_exported import Foundation

public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary
public typealias CFError = NSError
public typealias CFOptionFlags = UInt
public typealias OSStatus = Int32
public final class CFAllocator {}

// Pages: corefoundation/cferrorgetcode(_:), corefoundation/cferrorcopydescription(_:).
public func CFErrorGetCode(_ error: CFError!) -> Int { error.code }
public func CFErrorCopyDescription(_ error: CFError!) -> CFString! { NSString(string: error.localizedDescription) }
