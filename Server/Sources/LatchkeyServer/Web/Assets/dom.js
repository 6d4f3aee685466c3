/** The element that a template marks with `data-part`. */
export function part(name, root = document) {
  return root.querySelector(`[data-part="${name}"]`);
}

/** Shows one of the page's stages, and moves to its heading so that a screen reader starts there. */
export function showStage(name) {
  for (const stage of document.querySelectorAll('[data-stage]')) {
    stage.hidden = stage.dataset.stage !== name;
  }
  document.querySelector(`[data-stage="${name}"] [tabindex="-1"]`)?.focus();
}

/** Says something in a live region; the same words again are announced again. */
export function say(element, words) {
  element.textContent = '';
  if (words) requestAnimationFrame(() => { element.textContent = words; });
}

/** Runs the work with the button shown as busy. A second click meanwhile does nothing. */
export async function whileBusy(button, work) {
  if (button.getAttribute('aria-busy') === 'true') return;
  button.setAttribute('aria-busy', 'true');
  try {
    await work();
  } finally {
    button.removeAttribute('aria-busy');
  }
}

/** The text of a copy of a `<template>`'s only element is filled by class name. */
export function stamp(template, texts) {
  const element = template.content.firstElementChild.cloneNode(true);
  for (const [name, text] of Object.entries(texts)) {
    element.querySelector(`.${name}`).textContent = text;
  }
  return element;
}
