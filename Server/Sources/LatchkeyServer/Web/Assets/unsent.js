/**
 * Translates the page of a proxy in `deploy` about a form that it did not send to the application. The server inserts
 * the texts, in the browser's language.
 */
(() => {
  const texts = { unsent: UNSENT_TEXTS };
  Object.assign(document.documentElement, { lang: 'UNSENT_LANGUAGE', dir: 'UNSENT_DIRECTION' });
  document.title = texts.unsent.title;
  document.querySelector('h1').textContent = texts.unsent.heading;
  const [locked, again] = document.querySelectorAll('p');
  const link = locked.querySelector('a');
  const [before, label, after] = texts.unsent.locked.split(/\{\/?link\}/);
  link.textContent = label;
  locked.replaceChildren(before, link, after);
  again.textContent = texts.unsent.again;
})();
