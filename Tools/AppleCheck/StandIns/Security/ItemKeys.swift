// Names: SecItem.h; values: SecItemConstants.c (Security-61901). Pages: security/<name in lower case>.
// Apple declares constants. A global that is not Sendable would have to be marked unsafe here, so these are computed.
private func constant(_ text: String) -> CFString { NSString(string: text) }

public var kSecClass: CFString { constant("class") }
public var kSecClassGenericPassword: CFString { constant("genp") }
public var kSecAttrService: CFString { constant("svce") }
public var kSecAttrAccount: CFString { constant("acct") }
public var kSecAttrGeneric: CFString { constant("gena") }
public var kSecAttrAccessGroup: CFString { constant("agrp") }
public var kSecAttrSynchronizable: CFString { constant("sync") }
public var kSecAttrAccessible: CFString { constant("pdmn") }
public var kSecAttrAccessibleWhenUnlocked: CFString { constant("ak") }
public var kSecAttrAccessibleAfterFirstUnlock: CFString { constant("ck") }
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { constant("aku") }
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { constant("cku") }
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { constant("akpu") }
public var kSecAttrAccessControl: CFString { constant("accc") }
public var kSecUseDataProtectionKeychain: CFString { constant("nleg") }
public var kSecUseAuthenticationContext: CFString { constant("u_AuthCtx") }
public var kSecMatchLimit: CFString { constant("m_Limit") }
public var kSecMatchLimitOne: CFString { constant("m_LimitOne") }
public var kSecReturnData: CFString { constant("r_Data") }
public var kSecReturnAttributes: CFString { constant("r_Attributes") }
public var kSecValueData: CFString { constant("v_Data") }
