import { withPlainDigits } from './digits.js';

/** Returns the eight characters of a code from an email, however it was typed, or null. */
export function mailCode(typed) {
  // The whole line of the email: what comes before the colon is its name.
  const text = typed.normalize('NFKC').replace(/^.*:/s, '');
  const code = withPlainDigits(text).toUpperCase().replace(/[^0-9A-Z]/g, '');
  return code.length === 8 ? code : null;
}
