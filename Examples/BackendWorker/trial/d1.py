"""SQLite for d1.mjs: reads a line with a list of statements, runs them in one transaction, and writes their rows.

    d1.py FILE
"""

import json
import sqlite3
import sys

database = sqlite3.connect(sys.argv[1], isolation_level=None)
database.row_factory = sqlite3.Row
for line in sys.stdin:
    try:
        database.execute("BEGIN IMMEDIATE")
        rows = [[dict(row) for row in database.execute(sql, values)] for sql, values in json.loads(line)]
        database.execute("COMMIT")
        result = {"rows": rows}
    except sqlite3.Error as error:
        if database.in_transaction:
            database.execute("ROLLBACK")
        result = {"error": str(error)}
    print(json.dumps(result), flush=True)
