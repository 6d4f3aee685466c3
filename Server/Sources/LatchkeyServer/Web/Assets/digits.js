const DIGIT = /^\p{Nd}$/u;
/** Spaces, dashes, the minus sign, and invisible marks of direction or width. */
const SEPARATORS = /[\s\x85\p{Pd}\p{Cf}\u2212]/gu;

/**
 * Returns a decimal digit of any script as 0 to 9, and other characters unchanged. Unicode has such digits in runs
 * from zero to nine (Unicode Standard, 4.6), so that the position in the run is the value.
 */
function plain(character) {
  if (!DIGIT.test(character)) return character;
  const code = character.codePointAt(0);
  let before = 0;
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
  return String(before % 10);
}

/** Returns the text without spaces, dashes and invisible marks, and with ASCII digits. */
export function withPlainDigits(text) {
  return [...text.replace(SEPARATORS, '')].map(plain).join('');
}

/**
 * Returns the digit of a key, or null. If the upper row has other characters without Shift, as on a French keyboard,
 * the position of the key decides.
 * @param {KeyboardEvent} event
 */
export function typedDigit(event) {
  const digit = plain(event.key);
  if (/^[0-9]$/.test(digit)) return digit;
  // AltGr, which is not Alt on Linux, changes the key.
  const isModified = event.shiftKey || event.getModifierState('AltGraph');
  return isModified ? null : /^Digit([0-9])$/.exec(event.code)?.[1] ?? null;
}
