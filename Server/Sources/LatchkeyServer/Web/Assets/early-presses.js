/**
 * Stores keys pressed before the modules of the pad are loaded. Not a module, so that it runs before the page is
 * drawn. The pad reads the presses once.
 */
(() => {
  const presses = [];
  const keep = (event) => { presses.push(event); };
  for (const type of ['keydown', 'click']) document.addEventListener(type, keep);
  globalThis.drainEarlyPresses = () => {
    for (const type of ['keydown', 'click']) document.removeEventListener(type, keep);
    delete globalThis.drainEarlyPresses;
    return presses;
  };
})();
