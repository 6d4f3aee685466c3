/**
 * Keeps the keys that are pressed before the modules of the pad are loaded, for users who type as soon as the page
 * shows. It is not a module, so that it runs before the page is drawn. The pad takes the presses over once.
 */
(() => {
  const presses = [];
  const keep = (event) => { presses.push(event); };
  for (const type of ['keydown', 'click']) document.addEventListener(type, keep);
  globalThis.takeEarlyPresses = () => {
    for (const type of ['keydown', 'click']) document.removeEventListener(type, keep);
    delete globalThis.takeEarlyPresses;
    return presses;
  };
})();
