const nameOf = (memberId: string) => `guildhall-last-room:${memberId}`;

/** The room that this member had open last in this browser. */
export function lastRoom(memberId: string): string | null {
  try {
    return localStorage.getItem(nameOf(memberId));
  } catch {
    return null;
  }
}

/** Works (without keeping) where storage is refused. */
export function keepLastRoom(memberId: string, room: string): void {
  try {
    localStorage.setItem(nameOf(memberId), room);
  } catch {
    // See above.
  }
}
