/// When an operator suspended an account. Older servers leave the column as it is, and let the account sign in.
enum AddPostgresSuspension {
    static let statements: [StaticString] = [
        // Not checked where it is null everywhere: that would read the whole table while all wait.
        """
        ALTER TABLE users ADD COLUMN suspended_at bigint,
            ADD CONSTRAINT users_suspended_at_check CHECK (suspended_at BETWEEN 0 AND 253402300799999) NOT VALID
        """
    ]
}
