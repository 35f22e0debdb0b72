/** What a socket keeps of the terminations: how many there had been when it opened. */
export interface Opened {
  readonly opened: number;
}

/** Users remembered at most; whoever is older counts for all. */
const REMEMBERED = 10_000;

/**
 * Whose connections were terminated while a socket was open. What the application signed is good for one socket and has no
 * end: taken before the user lost the right and shown afterwards, it must count for nothing. A socket that opened later can
 * only show what was signed after the loss.
 */
export class Terminations {
  private added = 0;
  /** Number of each user's last termination, in their order. */
  private readonly last = new Map<string, number>();
  /** Number of the last one that was forgotten for want of room. */
  private forgotten = 0;

  /** @param remembered users remembered at most. */
  constructor(private readonly remembered = REMEMBERED) {}

  /** How many there have been; what a socket keeps that opens now. */
  get count(): number {
    return this.added;
  }

  /** Users remembered. */
  get size(): number {
    return this.last.size;
  }

  /** @param oldest the socket that has been open for the longest time: what was before it matters no more. */
  add(userId: string, oldest: Opened | undefined): void {
    this.added += 1;
    this.last.delete(userId);
    this.last.set(userId, this.added);
    for (const [id, number] of this.last) {
      const isOver = number <= (oldest?.opened ?? this.added);
      if (!isOver && this.last.size <= this.remembered) break;
      this.last.delete(id);
      if (!isOver) this.forgotten = number;
    }
  }

  /** Whether a socket may no longer sign in as a user; also when that is forgotten: it may come back as a new one. */
  bars(socket: Opened, userId: string): boolean {
    return socket.opened < Math.max(this.forgotten, this.last.get(userId) ?? 0);
  }
}
