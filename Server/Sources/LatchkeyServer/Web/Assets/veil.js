import { whileBusy } from './dom.js';
import { messages } from './messages.js';

let notice = null;

/** Hides the whole page immediately; with words, shows them and a retry button. */
export function showVeil(words = '', again = null) {
  document.documentElement.classList.add('veiled');
  // A dialog would cover the notice and make it inert.
  document.querySelectorAll('dialog[open]').forEach((dialog) => dialog.close());
  notice?.remove();
  notice = words ? makeNotice(words, again) : null;
  if (!notice) return;
  document.body.append(notice);
  notice.querySelector('button').focus();
}

export function isVeiled() {
  return document.documentElement.classList.contains('veiled');
}

export function hideVeil() {
  notice?.remove();
  notice = null;
  document.documentElement.classList.remove('veiled');
}

function makeNotice(words, again) {
  const element = document.createElement('div');
  element.className = 'veil-notice';
  element.setAttribute('role', 'alert');
  const text = document.createElement('p');
  text.textContent = words;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button button-main';
  button.textContent = messages.tryAgain;
  button.addEventListener('click', () => whileBusy(button, again));
  element.append(text, button);
  return element;
}
