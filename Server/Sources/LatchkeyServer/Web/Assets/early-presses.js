/**
 * Keeps what is pressed before the pad's modules have arrived, for somebody who begins to type as soon as the page
 * shows. Not a module, so that it runs before the page is drawn. The pad takes the presses over, once.
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
