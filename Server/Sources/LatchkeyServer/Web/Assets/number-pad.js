import { part, say } from './dom.js';
import { messages } from './messages.js';

const LENGTH = 6;
/** A click that follows the pointer by less than this is the same press. */
const SAME_PRESS_MS = 700;

/**
 * Six digits by touch, mouse, keyboard or paste. They are kept in this closure only and leave it once, to `onComplete`;
 * until that settles the pad is busy and takes no more.
 * @param {HTMLElement} root the `number-pad` partial
 * @param {(passcode: string) => Promise<void>} onComplete
 */
export function createNumberPad(root, onComplete) {
  const dots = [...part('dots', root).children];
  const keys = [...root.querySelectorAll('[data-key]')];
  const progress = part('progress', root);
  const message = part('message', root);
  const countdown = part('countdown', root);
  let digits = '';
  let busy = false;
  let timer = 0;

  function draw(filled) {
    dots.forEach((dot, index) => dot.classList.toggle('filled', index < filled));
  }

  function refresh() {
    const resting = busy || timer !== 0;
    root.classList.toggle('busy', busy);
    root.classList.toggle('waiting', timer !== 0);
    keys.forEach((key) => key.setAttribute('aria-disabled', String(resting)));
  }

  function press(key) {
    if (busy || timer !== 0) return;
    if (key === 'delete') digits = digits.slice(0, -1);
    else if (key === 'clear') digits = '';
    else digits += key;
    draw(digits.length);
    progress.textContent = digits ? messages.progress(digits.length) : messages.cleared;
    if (digits.length === LENGTH) void complete();
  }

  async function complete() {
    const passcode = digits;
    digits = '';
    busy = true;
    message.textContent = '';
    progress.textContent = messages.checking;
    refresh();
    try {
      await onComplete(passcode);
    } finally {
      busy = false;
      draw(0);
      if (progress.textContent === messages.checking) progress.textContent = '';
      refresh();
    }
  }

  function paste(text) {
    const pasted = text.replace(/[\s-]/g, '');
    if (busy || timer !== 0) return;
    if (!/^[0-9]{6}$/.test(pasted)) return say(message, messages.pasteSix);
    digits = '';
    for (const digit of pasted) press(digit);
  }

  const pad = {
    /** Forgets what was typed, and what was said. */
    clear() {
      digits = '';
      draw(0);
      message.textContent = '';
    },
    /** Says why it did not work, with a shake. */
    fail(words) {
      pad.clear();
      say(message, words);
      root.classList.remove('shake');
      // Two frames: the browser must see the class go before it comes back.
      requestAnimationFrame(() => requestAnimationFrame(() => root.classList.add('shake')));
    },
    /** Takes no digits for so many seconds, and counts them down. */
    wait(seconds) {
      const end = Date.now() + seconds * 1000;
      clearInterval(timer);
      const tick = () => {
        const left = Math.ceil((end - Date.now()) / 1000);
        countdown.textContent = left > 0 ? messages.countdown(left) : '';
        if (left > 0) return;
        clearInterval(timer);
        timer = 0;
        message.textContent = '';
        progress.textContent = messages.countdownOver;
        refresh();
      };
      timer = setInterval(tick, 250);
      tick();
      refresh();
    },
  };

  listen(root, keys, press, paste);
  return pad;
}

function listen(root, keys, press, paste) {
  listenToKeys(keys, press);
  document.addEventListener('keydown', (event) => {
    if (!takesInput(root, event) || event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^[0-9]$/.test(event.key)) {
      // A key held down is one digit.
      if (!event.repeat) press(event.key);
    } else if (event.key === 'Backspace') press('delete');
    else if (event.key === 'Escape') press('clear');
    else return;
    // Escape still closes a dialog.
    if (event.key !== 'Escape') event.preventDefault();
  });
  document.addEventListener('paste', (event) => {
    if (!takesInput(root, event)) return;
    event.preventDefault();
    paste(event.clipboardData?.getData('text') ?? '');
  });
}

/**
 * Fingers overlap when somebody types fast, and then only the first gets a click: so a press is the pointer going up on
 * its key, or the next finger coming down. A scroll cancels the pointer and presses nothing. Keyboards and screen
 * readers send clicks alone.
 */
function listenToKeys(keys, press) {
  /** The keys under fingers that have not counted yet, in the order in which they came down. */
  const held = new Map();
  const handled = new WeakMap();

  function count(id, time) {
    const key = held.get(id);
    if (!key) return;
    held.delete(id);
    handled.set(key, time);
    press(key.dataset.key);
  }

  for (const key of keys) {
    key.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      for (const id of [...held.keys()]) count(id, event.timeStamp);
      held.set(event.pointerId, key);
    });
    key.addEventListener('pointerup', (event) => {
      if (isInside(key, event)) count(event.pointerId, event.timeStamp);
      if (handled.has(key)) handled.set(key, event.timeStamp);
      held.delete(event.pointerId);
    });
    key.addEventListener('click', (event) => {
      const since = event.timeStamp - (handled.get(key) ?? -Infinity);
      if (event.detail === 0 || since > SAME_PRESS_MS) press(key.dataset.key);
    });
  }
  for (const type of ['pointerup', 'pointercancel']) {
    document.addEventListener(type, (event) => held.delete(event.pointerId));
  }
}

function isInside(element, event) {
  const box = element.getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right
    && event.clientY >= box.top && event.clientY <= box.bottom;
}

function takesInput(root, event) {
  if (event.target instanceof Element && event.target.closest('input, textarea, select')) return false;
  return root.checkVisibility?.({ visibilityProperty: true }) ?? root.offsetParent !== null;
}
