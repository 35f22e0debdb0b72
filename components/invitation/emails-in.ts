const MAX = 100;
const ADDRESS = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/;

/**
 * Splits at commas, semicolons and line breaks; at spaces if every word is an email. `emails`: up to 100,
 * as `Name <email>` where written like that; `others`: what is no email. The server checks again.
 */
export function addressesIn(text: string): { emails: string[]; others: string[] } {
  const parts = text
    .split(/[,;\n]+/)
    .map((part) => part.trim())
    .filter(Boolean)
    .flatMap((part) => {
      const words = part.split(/\s+/);
      return words.every(isEmail) ? words : [part];
    });
  return {
    emails: parts.filter(isEmail).slice(0, MAX),
    others: parts.filter((part) => !isEmail(part)),
  };
}

const isEmail = (part: string) => ADDRESS.test(/<([^<>]*)>$/.exec(part)?.[1]?.trim() ?? part);
