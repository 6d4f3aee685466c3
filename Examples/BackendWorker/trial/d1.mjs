import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/**
 * The part of D1's API (https://developers.cloudflare.com/d1/worker-api/) that the Worker uses, over SQLite in a Python
 * process. For trial and tests only: on Cloudflare, the Worker uses D1.
 */
export class D1 {
  #process; #waiting = [];

  constructor(file) {
    const program = fileURLToPath(new URL('d1.py', import.meta.url));
    this.#process = spawn('python3', [program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#process.stdout }).on('line', (line) => {
      const { resolve, reject } = this.#waiting.shift();
      const { rows, error } = JSON.parse(line);
      if (error) reject(new Error(`D1: ${error}`));
      else resolve(rows.map((results) => ({ success: true, results })));
    });
    this.#process.on('exit', () => {
      for (const { reject } of this.#waiting.splice(0)) reject(new Error('D1: the process has ended'));
    });
  }

  prepare(sql) {
    return new Statement(this, sql, []);
  }

  /** Runs the statements in one transaction. */
  batch(statements) {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#process.stdin.write(`${JSON.stringify(statements.map(({ sql, values }) => [sql, values]))}\n`);
    });
  }

  close() {
    this.#process.stdin.end();
  }
}

class Statement {
  constructor(database, sql, values) {
    Object.assign(this, { database, sql, values });
  }

  bind(...values) {
    return new Statement(this.database, this.sql, values);
  }

  async all() {
    return (await this.database.batch([this]))[0];
  }

  run() {
    return this.all();
  }

  async first() {
    return (await this.all()).results[0] ?? null;
  }
}
