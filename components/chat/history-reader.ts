import type { MessageRecord } from '@/lib/message/schema';
import {
  type HistoryChange,
  type HistoryPage,
  type HistoryState,
  historyReducer,
  MOST_SHOWN,
  UNOPENED,
} from './history-window';
import { Repeats, type RepeatTools } from './repeats';

/** Where a room is opened: at a message, a moment, what was read last, or its end. */
export type Opening = { around?: string; at?: string };
export type Asked = Opening & { before?: string; after?: string; limit: number };

export type HistoryTools = {
  read: (asked: Asked) => Promise<HistoryPage>;
  readOne: (id: string) => Promise<MessageRecord>;
  /** Whether the room is lost to the reader, so that asking again is of no use. */
  isGone: (error: unknown) => boolean;
  /** Whether whoever reads is at the end of what is shown. */
  atEnd: () => boolean;
  show: (state: HistoryState) => void;
} & RepeatTools;

/** Messages read at once: by scrolling, in a gap, and of those that are shown already. */
const PAGE = 50;
const GAP_PAGE = 100;
const SHOWN_PAGE = 200;

/** One page more, or all up to what was said last. */
type Goal = 'page' | 'end';
type Kind = 'open' | 'older' | 'newer' | 'changes';

/** Reads a room's history into its window: one page at a time at each end, until nothing is missing. */
export class HistoryReader {
  #state = UNOPENED;
  /** Counts openings: an answer to an earlier one is dropped. */
  #turn = 0;
  #where: Opening = {};
  #opening = false;
  /** Something was said while the room was being opened. */
  #stirred = false;
  #readingOlder = false;
  #readingNewer = false;
  #goal: Goal | null = null;
  /** Called when what was there as they began to wait is shown, or could not be read. */
  #waiting: (() => void)[] = [];
  /** Changed before they came into the window, perhaps after they were read for it. */
  readonly #late = new Set<string>();
  readonly #repeats: Repeats<Kind>;

  constructor(private readonly tools: HistoryTools) {
    this.#repeats = new Repeats(tools, () => this.resume());
  }

  get state(): HistoryState {
    return this.#state;
  }

  /** Shows this part instead. @returns what is there now; nothing if it failed or another was opened meanwhile */
  async open(where: Opening): Promise<readonly MessageRecord[]> {
    const turn = ++this.#turn;
    this.#where = where;
    this.#opening = true;
    this.#stirred = false;
    this.#goal = null;
    this.#late.clear();
    this.#repeats.take();
    let page: HistoryPage;
    try {
      page = await this.tools.read({ ...where, limit: PAGE });
    } catch (error) {
      if (turn !== this.#turn) return [];
      this.#opening = false;
      this.#release();
      this.#failed('open', () => void this.open(where), error);
      return [];
    }
    if (turn !== this.#turn) return [];
    this.#opening = false;
    this.#came({ type: 'opened', page });
    if (this.#stirred && page.next_cursor === null) this.#ask('end');
    else this.#release();
    this.#stirred = false;
    return page.docs;
  }

  /** One page before the first message. */
  async older(): Promise<void> {
    const { prev: before, docs } = this.#state.window ?? {};
    const from = docs?.[0]?._id;
    if (!before || !from || this.#readingOlder || this.#repeats.wait) return;
    this.#readingOlder = true;
    const turn = this.#turn;
    try {
      const page = await this.tools.read({ before, limit: PAGE });
      this.#came({ type: 'older', page, from });
    } catch (error) {
      if (turn === this.#turn) this.#failed('older', () => void this.older(), error);
    } finally {
      this.#readingOlder = false;
    }
  }

  /** One page behind the last message, unless one is on its way. */
  newer(): void {
    if (!this.#readingNewer && !this.#opening) this.#ask('page');
  }

  /**
   * Something was said. Whoever is at the end gets all of it, whoever reads further up as much as there is room for, and
   * is told that there is more. Settles when what is there now is shown, or could not be read.
   */
  follow(): Promise<void> {
    const settled = new Promise<void>((done) => this.#waiting.push(done));
    const { window } = this.#state;
    // The answer that is under way may not have it yet, and call itself the last.
    if (this.#opening || this.#readingNewer) this.#stirred = true;
    else if (window && (window.next === null || this.tools.atEnd())) this.#goOn();
    else this.#release();
    return settled;
  }

  /** Messages may have been missed. `back`: the connection was lost and is there again. */
  catchUp(back: boolean): void {
    if (back) this.resume();
    if (!this.#state.window) {
      if (this.#opening) this.#stirred = true;
      else if (!this.#repeats.wait) void this.open(this.#where);
      return;
    }
    void this.follow();
    void this.refresh();
  }

  /** One message is another now. */
  changed(id: string): void {
    if (!this.#state.window?.docs.some(({ _id }) => _id === id)) {
      if (this.#opening || this.#readingNewer || this.#readingOlder) this.#late.add(id);
      return;
    }
    if (this.#repeats.wait) return void this.#repeats.join('changes', this.#refreshAgain);
    this.tools.readOne(id).then(
      (message) => this.put(message),
      (error) => this.#unchanged(error),
    );
  }

  put(message: MessageRecord): void {
    this.#dispatch({ type: 'changed', docs: [message] });
  }

  /** Those that are shown, as they are now. */
  async refresh(): Promise<void> {
    if (this.#repeats.wait) return void this.#repeats.join('changes', this.#refreshAgain);
    const docs = this.#state.window?.docs ?? [];
    const middles = docs.length > SHOWN_PAGE ? [0.25, 0.75] : [0.5];
    const around = middles.flatMap((part) => docs[Math.floor(docs.length * part)]?._id ?? []);
    try {
      for (const id of around) {
        const page = await this.tools.read({ around: id, limit: SHOWN_PAGE });
        this.#dispatch({ type: 'changed', docs: page.docs });
      }
    } catch (error) {
      this.#unchanged(error);
    }
  }

  /** While nobody would tell: whether the room is still open to the reader, and whether more was said. */
  async ask(): Promise<void> {
    if (!this.#state.window || this.#opening || this.#repeats.wait) return;
    try {
      const last = (await this.tools.read({ limit: 1 })).docs.at(-1);
      if (last && last._id !== this.#state.window.docs.at(-1)?._id) void this.follow();
    } catch (error) {
      if (this.tools.isGone(error)) this.#dispatch({ type: 'failed', gone: true });
    }
  }

  readonly #refreshAgain = () => void this.refresh();

  /** Repeats what failed, without waiting any longer. */
  resume(): void {
    const due = this.#repeats.take();
    const opening = due.get('open');
    for (const work of opening ? [opening] : due.values()) work();
  }

  end(): void {
    this.#turn++;
    this.#opening = false;
    this.#repeats.take();
    this.#release();
  }

  /** To the end, or to where what is being read would have to go. */
  #goOn(): void {
    const { docs = [] } = this.#state.window ?? {};
    if (this.tools.atEnd() || docs.length + GAP_PAGE <= MOST_SHOWN) this.#ask('end');
    else {
      this.#dispatch({ type: 'more' });
      if (!this.#readingNewer) this.#release();
    }
  }

  #ask(goal: Goal): void {
    this.#goal = this.#goal === 'end' ? 'end' : goal;
    if (this.#repeats.wait) {
      this.#repeats.join('newer', this.#readAgain);
      this.#release();
    } else if (!this.#readingNewer) void this.#readNewer();
  }

  readonly #readAgain = () => this.#ask('page');

  async #readNewer(): Promise<void> {
    this.#readingNewer = true;
    for (let goal = this.#goal; goal && !this.#opening; goal = this.#goal) {
      this.#goal = null;
      const from = this.#state.window?.docs.at(-1)?._id;
      if (!from) {
        void this.open({});
        break;
      }
      const waiting = this.#waiting;
      this.#waiting = [];
      const turn = this.#turn;
      let failure: { error: unknown } | null = null;
      try {
        const page = await this.tools.read({ after: from, limit: goal === 'end' ? GAP_PAGE : PAGE });
        this.#came({ type: 'newer', page, from });
      } catch (error) {
        failure = { error };
      }
      this.#waiting.unshift(...waiting);
      // It was opened elsewhere meanwhile, which tells those who wait.
      if (turn !== this.#turn) continue;
      if (failure) {
        this.#goal = goal;
        this.#failed('newer', this.#readAgain, failure.error);
        break;
      }
      const said = this.#stirred;
      this.#stirred = false;
      const atEnd = this.#state.window?.next === null;
      if (atEnd ? said : goal === 'end' || (said && this.tools.atEnd())) this.#goOn();
      if (atEnd || this.#goal === null) for (const done of this.#waiting.splice(0, waiting.length)) done();
    }
    this.#readingNewer = false;
    if (!this.#opening) this.#release();
    if (!this.#opening && !this.#readingOlder) this.#late.clear();
  }

  #release(): void {
    for (const done of this.#waiting.splice(0)) done();
  }

  #dispatch(change: HistoryChange): void {
    this.#state = historyReducer(this.#state, change);
    this.tools.show(this.#state);
  }

  #came(change: HistoryChange): void {
    this.#dispatch(change);
    this.#repeats.succeeded();
    const late = [...this.#late];
    this.#late.clear();
    for (const id of late) this.changed(id);
  }

  #failed(kind: Kind, work: () => void, error: unknown): void {
    const gone = this.tools.isGone(error);
    this.#dispatch({ type: 'failed', gone });
    if (!gone) this.#repeats.failed(kind, work);
  }

  #unchanged(error: unknown): void {
    if (this.tools.isGone(error)) this.#dispatch({ type: 'failed', gone: true });
    else this.#repeats.failed('changes', this.#refreshAgain);
  }
}
