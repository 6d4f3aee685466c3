/** Returns the eight characters of a code from a mail, however it was typed, or null. */
export function mailCode(typed) {
  const code = typed.toUpperCase().replace(/[^0-9A-Z]/g, '');
  return code.length === 8 ? code : null;
}
