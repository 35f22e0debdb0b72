/** Keeps a value in this browser; true if another was kept. False where the browser keeps nothing. */
export function isNewHere(name: string, value: string): boolean {
  try {
    if (localStorage.getItem(name) === value) return false;
    localStorage.setItem(name, value);
    return true;
  } catch {
    return false;
  }
}
