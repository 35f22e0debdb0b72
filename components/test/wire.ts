/** What a page asks through `fetch` or XMLHttpRequest, and what it is answered. */
export type Asked = { method: string; path: string; headers: Headers; body: Blob };
type Given = { status: number; headers?: Record<string, string>; body?: unknown };
/** `cut`: the connection breaks; `never`: no answer before the page gives up. */
export type Answer = Given | 'cut' | 'never';
type Handler = (asked: Asked) => Answer | Promise<Answer>;

let handle: Handler = () => 'cut';
let asked: Asked[] = [];

async function answerTo(method: string, url: string, headers: Headers, sent: unknown): Promise<[Answer, number]> {
  const content = sent instanceof FormData ? sent.get('file') : sent;
  const one = { method, path: new URL(url, location.origin).pathname, headers, body: new Blob([content as Blob]) };
  asked.push(one);
  return [await handle(one), one.body.size];
}

const text = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body ?? ''));

/** The SDKs' way of sending, with progress. */
class Sent extends EventTarget {
  upload = Object.assign(new EventTarget(), { onprogress: (_: ProgressEvent) => {} });
  onload = () => {};
  onerror = () => {};
  responseType = '';
  status = 0;
  statusText = '';
  responseText = '';
  #to = { method: '', url: '' };
  #headers = new Headers();
  #answered = new Headers();
  #gone = false;

  get response(): unknown {
    return this.responseType === 'json' ? JSON.parse(this.responseText) : this.responseText;
  }
  open(method: string, url: string): void {
    this.#to = { method, url };
  }
  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value);
  }
  getResponseHeader(name: string): string | null {
    return this.#answered.get(name);
  }
  abort(): void {
    this.#gone = true;
  }
  async send(body: unknown): Promise<void> {
    const [answer, size] = await answerTo(this.#to.method, this.#to.url, this.#headers, body ?? '');
    if (this.#gone || answer === 'never') return;
    const progress = new ProgressEvent('progress', { lengthComputable: true, loaded: size, total: size });
    this.upload.onprogress(progress);
    this.upload.dispatchEvent(progress);
    if (answer !== 'cut') {
      this.status = answer.status;
      this.responseText = text(answer.body);
      this.#answered = new Headers(answer.headers);
    }
    this[answer === 'cut' ? 'onerror' : 'onload']();
    this.dispatchEvent(new Event(answer === 'cut' ? 'error' : 'load'));
  }
}

/** For code that speaks to the network below `api-client.ts`: every request is answered by the test. */
export const wire = {
  /** Oldest first, as in `PATCH /api/upload/resumable/1`. */
  get asked(): readonly string[] {
    return asked.map(({ method, path }) => `${method} ${path}`);
  },
  of: (method: string): readonly Asked[] => asked.filter((one) => one.method === method),
  /** For one test: `onTestFinished(wire.install(…))`. */
  install(by: Handler): () => void {
    const [fetchBefore, requestBefore] = [window.fetch, window.XMLHttpRequest];
    handle = by;
    asked = [];
    window.XMLHttpRequest = Sent as unknown as typeof XMLHttpRequest;
    window.fetch = async (url, { method = 'GET', headers, body } = {}) => {
      const [answer] = await answerTo(method, String(url), new Headers(headers), body ?? '');
      if (answer === 'never') return new Promise(() => {});
      if (answer === 'cut') throw new TypeError('Failed to fetch');
      return new Response(method === 'HEAD' ? null : text(answer.body), answer);
    };
    return () => {
      window.fetch = fetchBefore;
      window.XMLHttpRequest = requestBefore;
    };
  },
};
