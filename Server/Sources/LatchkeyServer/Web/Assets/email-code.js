import { withPlainDigits } from './digits.js';

/** Returns the eight characters of a typed code, or null. */
export function emailCode(typed) {
  const text = typed.normalize('NFKC');
  // In a whole line of the email, the code follows the colon.
  const codes = [text.replace(/^[^:]*:/, ''), text.replace(/:.*$/s, '')]
    .map((part) => withPlainDigits(part).toUpperCase().replace(/[^0-9A-Z]/g, ''));
  return codes.find((code) => code.length === 8) ?? null;
}
