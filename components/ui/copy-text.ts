/** Puts a text into the clipboard. @returns whether it is there: a page that came over plain HTTP has no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
