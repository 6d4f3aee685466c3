import { part, say, showStage, whileBusy } from './dom.js';
import { addPasskey } from './passkey-addition.js';
import { passkeyRefusal } from './passkey-memory.js';
import { canMakePasskey } from './webauthn.js';

/** The page has no such stage where a passkey cannot be, or is there already. */
const isPossible = part('offer') !== null && canMakePasskey();

/** Offers a passkey where this device can make one, and returns when there is one, or none is wanted now. */
export async function offerPasskey() {
  if (passkeyRefusal.isSet || !await isPossible) return;
  showStage('offer');
  await new Promise((resolve) => {
    part('offer-add').addEventListener('click', (event) => whileBusy(event.currentTarget, async () => {
      say(part('offer-message'), '');
      const words = await addPasskey();
      if (words) say(part('offer-message'), words);
      else resolve();
    }));
    part('offer-later').addEventListener('click', () => {
      passkeyRefusal.isSet = true;
      resolve();
    });
  });
}
