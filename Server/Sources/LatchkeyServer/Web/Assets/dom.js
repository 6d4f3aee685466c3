/** Returns the element that a template marks with `data-part`. */
export function part(name, root = document) {
  return root.querySelector(`[data-part="${name}"]`);
}

/** Shows one stage of the page, and focuses its heading for screen readers. */
export function showStage(name) {
  for (const stage of document.querySelectorAll('[data-stage]')) {
    stage.hidden = stage.dataset.stage !== name;
  }
  document.querySelector(`[data-stage="${name}"] [tabindex="-1"]`)?.focus();
}

/** Announces words in a live region, even if they are repeated. */
export function announce(element, words) {
  element.textContent = '';
  if (words) requestAnimationFrame(() => { element.textContent = words; });
}

/** Runs the work while the button is busy. Ignores clicks meanwhile. */
export async function whileBusy(button, work) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    await work();
  } finally {
    button.removeAttribute('aria-busy');
  }
}

/** Clones the only element of a `<template>`, and sets its texts by class name. */
export function stamp(template, texts) {
  const element = template.content.firstElementChild.cloneNode(true);
  for (const [name, text] of Object.entries(texts)) {
    element.querySelector(`.${name}`).textContent = text;
  }
  return element;
}
