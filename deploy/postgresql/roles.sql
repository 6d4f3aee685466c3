-- The roles and the database of Latchkey: latchkey_owner migrates, latchkey serves. Set the variables owner_password
-- and server_password. See docs/high-availability.md.
CREATE ROLE latchkey_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE latchkey LOGIN PASSWORD :'server_password';
-- Required to see what standbys have stored, which proves a commit.
GRANT pg_read_all_stats TO latchkey_owner, latchkey;

CREATE DATABASE latchkey OWNER latchkey_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';
REVOKE ALL ON DATABASE latchkey FROM PUBLIC;
GRANT CONNECT ON DATABASE latchkey TO latchkey;

\connect latchkey
-- Reads and writes rows, and cannot change tables.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO latchkey_owner;
GRANT USAGE ON SCHEMA public TO latchkey;
ALTER DEFAULT PRIVILEGES FOR ROLE latchkey_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO latchkey;
ALTER DEFAULT PRIVILEGES FOR ROLE latchkey_owner IN SCHEMA public
    GRANT USAGE ON SEQUENCES TO latchkey;
