import { typedDigit, withPlainDigits } from './digits.js';
import { announce, part } from './dom.js';
import { listenToKeys } from './key-presses.js';
import { messages } from './messages.js';

const LENGTH = 6;

/**
 * A pad for six digits by touch, mouse, keyboard or paste. They are only in a private field, and passed once to
 * `onComplete`. Until that settles, the pad is busy.
 */
export class NumberPad {
  #digits = '';
  #busy = false;
  #timer = 0;
  #root;
  #onComplete;

  /**
   * @param {HTMLElement} root the `number-pad` partial
   * @param {(passcode: string) => Promise<void>} onComplete
   */
  constructor(root, onComplete) {
    this.#root = root;
    this.#onComplete = onComplete;
    listenToKeys(this.#keys, (key) => this.#press(key));
    document.addEventListener('keydown', (event) => this.#type(event));
    document.addEventListener('paste', (event) => this.#paste(event));
    // After the page's own messages, because there may be a delay.
    queueMicrotask(() => this.#drainEarlyPresses());
  }

  /** Clears the digits and the message. */
  clear() {
    this.#digits = '';
    this.#draw(0);
    this.#message.textContent = '';
  }

  /** Shows why the passcode was rejected, with a shake. */
  fail(words) {
    this.clear();
    announce(this.#message, words);
    this.#root.classList.remove('shake');
    // Two frames: the browser must draw without the class before it is set again.
    requestAnimationFrame(() => requestAnimationFrame(() => this.#root.classList.add('shake')));
  }

  /** Shows a message before a digit was typed. */
  showMessage(words) {
    announce(this.#message, words);
  }

  /** Disables the pad for a number of seconds, with a countdown. */
  wait(seconds) {
    const end = Date.now() + seconds * 1000;
    clearInterval(this.#timer);
    const tick = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      part('countdown', this.#root).textContent = left > 0 ? messages.countdown(left) : '';
      if (left <= 0) this.#endWait();
    };
    this.#timer = setInterval(tick, 250);
    tick();
    this.#refresh();
  }

  #endWait() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#message.textContent = '';
    this.#progress.textContent = messages.countdownOver;
    this.#refresh();
  }

  get #keys() { return [...this.#root.querySelectorAll('[data-key]')]; }
  get #message() { return part('message', this.#root); }
  get #progress() { return part('progress', this.#root); }
  get #isResting() { return this.#busy || this.#timer !== 0; }

  /** Handles the keys pressed before this script was loaded. */
  #drainEarlyPresses() {
    for (const event of globalThis.drainEarlyPresses?.() ?? []) {
      if (event.type === 'keydown') this.#type(event);
      else if (this.#keys.includes(event.target)) this.#press(event.target.dataset.key);
    }
  }

  #press(key) {
    if (this.#isResting) return;
    if (key === 'delete') this.#digits = this.#digits.slice(0, -1);
    else if (key === 'clear') this.#digits = '';
    else this.#digits += key;
    const entered = this.#digits.length;
    this.#draw(entered);
    this.#progress.textContent = entered ? messages.progress(entered) : messages.cleared;
    if (entered === LENGTH) void this.#complete();
  }

  async #complete() {
    const passcode = this.#digits;
    this.#digits = '';
    this.#busy = true;
    this.#message.textContent = '';
    this.#progress.textContent = messages.checking;
    this.#refresh();
    try {
      await this.#onComplete(passcode);
    } finally {
      this.#busy = false;
      this.#draw(0);
      if (this.#progress.textContent === messages.checking) this.#progress.textContent = '';
      this.#refresh();
    }
  }

  #draw(filled) {
    const dots = [...part('dots', this.#root).children];
    dots.forEach((dot, index) => dot.classList.toggle('filled', index < filled));
  }

  #refresh() {
    this.#root.classList.toggle('busy', this.#busy);
    this.#root.classList.toggle('waiting', this.#timer !== 0);
    this.#keys.forEach((key) => key.setAttribute('aria-disabled', String(this.#isResting)));
  }

  #type(event) {
    if (!this.#isMeant(event) || event.ctrlKey || event.metaKey || event.altKey) return;
    // Escape still closes a dialog.
    if (event.key === 'Escape') return this.#press('clear');
    const key = event.key === 'Backspace' ? 'delete' : typedDigit(event);
    if (key === null) return;
    event.preventDefault();
    // Ignores repetitions of a held key.
    if (key === 'delete' || !event.repeat) this.#press(key);
  }

  #paste(event) {
    if (!this.#isMeant(event) || this.#isResting) return;
    event.preventDefault();
    const pasted = withPlainDigits(event.clipboardData?.getData('text') ?? '');
    if (!/^[0-9]{6}$/.test(pasted)) return announce(this.#message, messages.pasteSix);
    this.#digits = '';
    for (const digit of pasted) this.#press(digit);
  }

  /** Whether keys go to the pad: not while it is hidden, nor while the user types into a field. */
  #isMeant(event) {
    if (event.target instanceof Element && event.target.closest('input, textarea, select')) return false;
    return this.#root.checkVisibility?.({ visibilityProperty: true }) ?? this.#root.offsetParent !== null;
  }
}
