import type { MessageRecord } from '@/lib/message/schema';

type Docs = readonly MessageRecord[];

/** What is new begins behind `to`; null: with the first, undefined: there is nothing. `set`: counts how often it was sought. */
export type ReadLine = { to: string | null | undefined; set: number };

type ReadMarkTools = {
  /** Who reads. */
  me: string;
  save: (message_id: string | null) => Promise<void>;
  show: (line: ReadLine) => void;
};

/**
 * What is read of a room or a thread, and where what is new begins. What was marked unread stays so, whatever is said
 * behind it, until its reader writes or opens it again.
 */
export class ReadMark {
  /** It does not move while one reads. */
  #line: ReadLine;
  /** The last one that is read; null: none. */
  #read: string | null;
  /** Whether the server knows. */
  #told: boolean;
  /** The last one that was shown when something was marked unread. */
  #held: string | null = null;
  /** One after the other: what is marked last counts. */
  #saving: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly tools: ReadMarkTools,
    { read, isRead, line }: { read: string | null; isRead: boolean; line: ReadLine['to'] },
  ) {
    this.#read = read;
    this.#told = isRead;
    this.#line = { to: line, set: 0 };
  }

  get line(): ReadLine {
    return this.#line;
  }

  /** The last of these is in sight. */
  see(docs: Docs): void {
    const last = docs.at(-1);
    if (!last) return;
    if (this.#held !== null) {
      const from = placeOf(docs, this.#held);
      if (from < 0 || !docs.slice(from + 1).some((one) => this.#isOwn(one))) return;
      this.#held = null;
    }
    // Who writes has read what came before.
    if (this.#isOwn(last) && this.#told) this.#read = last._id;
    else if (this.#read !== last._id || !this.#told) void this.#mark(last._id).catch(() => undefined);
  }

  /**
   * Its reader was away. `known`: the last one that is read by what the server said, on whichever device; `isNew`: whether
   * there is something new, where the end is not shown. @returns whether the line is sought anew
   */
  comeBack(docs: Docs, known: string | null, isNew?: boolean): boolean {
    if (this.#held !== null) return false;
    const at = Math.max(placeOf(docs, this.#read), placeOf(docs, known));
    if (!(isNew ?? docs.slice(at + 1).some((one) => !this.#isOwn(one) && one.deleted_at === null))) return false;
    this.begin(docs[at]?._id ?? this.#read);
    return true;
  }

  begin(to: ReadLine['to']): void {
    this.#show({ to, set: this.#line.set + 1 });
  }

  /** All behind `before`. Fails if the server was not told. */
  async unread(docs: Docs, before: string | null): Promise<void> {
    this.#held = docs.at(-1)?._id ?? null;
    try {
      await this.#mark(before);
    } catch (error) {
      this.#held = null;
      throw error;
    }
    this.#show({ to: before, set: this.#line.set });
  }

  /** What was marked unread is to be read. */
  openAgain(): void {
    if (this.#held === null) return;
    this.#held = null;
    this.#told = false;
    this.begin(this.#read);
  }

  #show(line: ReadLine): void {
    this.#line = line;
    this.tools.show(line);
  }

  #mark(to: string | null): Promise<void> {
    this.#read = to;
    this.#told = true;
    const marking = this.#saving.then(() => this.tools.save(to));
    this.#saving = marking.catch(() => {
      this.#told = false;
    });
    return marking;
  }

  #isOwn({ author }: MessageRecord): boolean {
    return author?._id === this.tools.me;
  }
}

const placeOf = (docs: Docs, id: string | null) => docs.findIndex(({ _id }) => _id === id);
