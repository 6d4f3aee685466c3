/** A click that follows the pointer within this time is the same press. */
const SAME_PRESS_MS = 700;

/**
 * Fingers overlap in fast typing, and then only the first gets a click. A press is therefore a pointer released on its
 * key, or the next finger put down. A scroll cancels the pointer and presses nothing. Keyboards and screen readers
 * send only clicks.
 * @param {HTMLElement[]} keys with `data-key`
 * @param {(key: string) => void} press
 */
export function listenToKeys(keys, press) {
  /** The pressed keys that are not counted yet, in order. */
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
      // The click after a long press is also this one.
      if (handled.has(key)) handled.set(key, event.timeStamp);
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
