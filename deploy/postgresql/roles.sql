-- The roles and the database of Latchkey: latchkey_owner migrates, latchkey serves. The passwords come as the
-- variables owner_password and server_password; docs/high-availability.md tells how.
CREATE ROLE latchkey_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE latchkey LOGIN PASSWORD :'server_password';
-- A commit counts when standbys have it. What they have is shown to nobody else.
GRANT pg_read_all_stats TO latchkey_owner, latchkey;

CREATE DATABASE latchkey OWNER latchkey_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C';
REVOKE ALL ON DATABASE latchkey FROM PUBLIC;
GRANT CONNECT ON DATABASE latchkey TO latchkey;

\connect latchkey
-- It reads and changes rows, and no table.
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT ALL ON SCHEMA public TO latchkey_owner;
GRANT USAGE ON SCHEMA public TO latchkey;
ALTER DEFAULT PRIVILEGES FOR ROLE latchkey_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO latchkey;
ALTER DEFAULT PRIVILEGES FOR ROLE latchkey_owner IN SCHEMA public
    GRANT USAGE ON SEQUENCES TO latchkey;
