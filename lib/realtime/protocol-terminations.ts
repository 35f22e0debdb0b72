/** `opened`: how many terminations there had been when the socket opened. */
export interface Opened {
  readonly opened: number;
}

/** Users remembered; an older termination counts for everybody. */
const REMEMBERED = 10_000;

/**
 * The application's signatures have no end: one made before the user lost the right must not count afterwards. A socket
 * that opened later can only show newer ones.
 */
export class Terminations {
  private added = 0;
  private readonly last = new Map<string, number>();
  private forgotten = 0;

  /** @param remembered users remembered at most. */
  constructor(private readonly remembered = REMEMBERED) {}

  get count(): number {
    return this.added;
  }

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

  /** Whether a socket may no longer sign in as a user. True also if that was forgotten: it can reconnect. */
  bars(socket: Opened, userId: string): boolean {
    return socket.opened < Math.max(this.forgotten, this.last.get(userId) ?? 0);
  }
}
