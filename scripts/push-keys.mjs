/** Prints a new pair of keys for push, as lines of the environment. */
import { newPushKeys } from './common/secrets.mjs';

const { publicKey, privateKey } = newPushKeys();
console.log(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`);
