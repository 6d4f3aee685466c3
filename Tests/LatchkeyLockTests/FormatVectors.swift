// Made by Vectors/make-vectors.py. Do not edit: a change here is a change of what is on people's devices.
enum FormatVectors {
    static let vaultKey = """
        0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20
        """
    static let deviceSecret = """
        4142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f60ce55a9a1d046d0913b70b41256f64155\
        05a327af3f1941289e61f9636b46f794
        """
    static let recoveryKey = """
        8182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9fa0
        """
    static let vaultID = """
        a1a2a3a4a5a6a7a8a9aaabacadaeafb0
        """
    static let passcodeSlot = """
        01010f0803c1c2c3c4c5c6c7c8c9cacbcccdcecfd0101112131415161718191a1ba1bfa2beabf633cf1f75f7fcda033b\
        2cc70667308f5a6b929d28f07e0293e72692c81f1a57cba000c56bcbad5f3f134f
        """
    static let recoverySlot = """
        0102202122232425262728292a2bfbe9da56f77307683d334c86859f23af5ddc4b0df74162e5bf2d381d70c4163ecfc8\
        2b26c281abedcdecf0dd0841c385
        """
    static let openSlot = """
        0103303132333435363738393a3befba2e85c822c10c07d71c91f30ee67daaf15155fdcdebd7f9568df7eacab6e09969\
        d3b3ffdc454f85f682734526a52a
        """
    static let header = """
        4c4b563101a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0dc3692dcf7019744315641\
        b9d331164f005101010f0803c1c2c3c4c5c6c7c8c9cacbcccdcecfd0101112131415161718191a1ba1bfa2beabf633cf\
        1f75f7fcda033b2cc70667308f5a6b929d28f07e0293e72692c81f1a57cba000c56bcbad5f3f134f003e010220212223\
        2425262728292a2bfbe9da56f77307683d334c86859f23af5ddc4b0df74162e5bf2d381d70c4163ecfc82b26c281abed\
        cdecf0dd0841c38500000080404142434445464748494a4bae090c867ebb9811f1658ba04b148b09c20bc1a28a5a01e6\
        c23a3d2a8baa54bbbd34309274a42464e9f4265f3df44f920933f81bb0817acf88f90956e918cf579c570e127e5b814c\
        289fd40c8c5581380028b4a2f09e0bb70c0c1c66e0d509a40c9cd0f50f373eda89cab559be3721ad459fd0b2e40ab5d0\
        f121f9fb0da3e33915c8bf47bfac83fec6d1423dee71de60c7d5b004
        """
    static let biometricSlot = """
        01040102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f20b506d9c25db249a8e7e422c8529f\
        e00d8aaf5358fe297946dd047f645efe8f818a9f565519feeda2dd23acec452de56c220b7ff61806b3571c34faf42868\
        141e
        """
    static let sealedNote = """
        01505152535455565758595a5bcff112b1838cccc13bda966b483cdd0bdc9fe2d18a9c
        """
    static let attempts = """
        01000000000000000700000000000000030006626f6f742d61000000000000005a06f05b59d3b200004f464b76d81c2e\
        d7fb6f982ac03c52b37233a3e871f793bc0ecd873f7458b61d
        """
    static let sealingKey = """
        e5795ef52b9b23cd5d07a928962de99fa3d845c2c1c6d206becbba87ee9d6b5b
        """
    static let sealedWhileLocked = """
        0221c3332b61be6a7b6ab8461e155651b17501b6e07532ecf9ab6661bd5a2ca575958e03ca505281db19b24b4c3dfc91\
        3142e19a4435be
        """
    static let passcode = "481920"
}
