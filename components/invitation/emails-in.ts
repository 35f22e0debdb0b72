import { addresseeIn, partsOf } from '@/lib/invitation/vocabulary.addresses';

const MAX = 100;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

/**
 * Splits at commas, semicolons, tabs and line breaks; at spaces if every word is an email. `emails`: up to 100, cleaned of
 * what comes along when they are copied, as `Name <email>` where written like that; `others`: what is no email. The server
 * checks again.
 */
export function addressesIn(text: string): { emails: string[]; others: string[] } {
  const emails: string[] = [];
  const others: string[] = [];
  const parts = partsOf(text).flatMap((part) => {
    const words = part.split(/\s+/);
    return words.length > 1 && words.every((word) => ADDRESS.test(addresseeIn(word).email)) ? words : [part];
  });
  for (const part of parts) {
    const { email, name } = addresseeIn(part);
    if (ADDRESS.test(email)) emails.push(name === null ? email : `${name} <${email}>`);
    else others.push(part);
  }
  return { emails: emails.slice(0, MAX), others };
}
