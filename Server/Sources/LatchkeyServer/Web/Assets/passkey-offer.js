import { announce, part, showStage, whileBusy } from './dom.js';
import { addPasskey } from './passkey-addition.js';
import { passkeyDecline } from './passkey-memory.js';
import { canMakePasskey } from './webauthn.js';

/** The page has no such stage if a passkey is not supported or already exists. */
const isPossible = part('offer') !== null && canMakePasskey();

/** Offers a passkey if this device supports it, and returns after the user's choice. */
export async function offerPasskey() {
  if (passkeyDecline.isSet || !await isPossible) return;
  showStage('offer');
  await new Promise((resolve) => {
    part('offer-add').addEventListener('click', (event) => whileBusy(event.currentTarget, async () => {
      announce(part('offer-message'), '');
      const words = await addPasskey();
      if (words) announce(part('offer-message'), words);
      else resolve();
    }));
    part('offer-later').addEventListener('click', () => {
      passkeyDecline.isSet = true;
      resolve();
    });
  });
}
