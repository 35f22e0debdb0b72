import type { FileRecord } from '@/lib/file/schema';

/**
 * Stands for the requests that carry files: nothing is sent, and the test says how much has arrived and what comes of it.
 */
class Sent {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  responseType = '';
  response: unknown = null;
  status = 0;
  url = '';
  form = new FormData();
  headers: Record<string, string> = {};
  aborted = false;

  open(_method: string, url: string): void {
    this.url = url;
  }
  setRequestHeader(name: string, value: string): void {
    this.headers[name] = value;
  }
  send(form: FormData): void {
    this.form = form;
    sent.push(this);
  }
  abort(): void {
    this.aborted = true;
  }

  get name(): string {
    return (this.form.get('file') as File).name;
  }
  /** What was said of where the file goes. */
  get place(): Record<string, unknown> {
    const { file: _, ...place } = Object.fromEntries(this.form);
    return place;
  }
  /** This share has arrived (0 to 1). */
  arrives(share: number): void {
    this.upload.onprogress?.({ loaded: share, total: 1 });
  }
  answer(data: FileRecord): void {
    this.#answered(201, { status: 201, data });
  }
  refuse(status: number, message?: string): void {
    this.#answered(status, message ? { status, message } : null);
  }
  /** The connection breaks. */
  cut(): void {
    this.onerror?.();
  }
  #answered(status: number, response: unknown): void {
    Object.assign(this, { status, response });
    this.onload?.();
  }
}

let sent: Sent[] = [];
const Real = window.XMLHttpRequest;

export const uploads = {
  /** Oldest first. */
  get all(): readonly Sent[] {
    return sent;
  },
  /** The latest attempt to send the file of this name. */
  of: (name: string): Sent | undefined => sent.findLast((one) => one.name === name),
  /** For one test: `onTestFinished(uploads.install())`. */
  install(): () => void {
    sent = [];
    window.XMLHttpRequest = Sent as unknown as typeof XMLHttpRequest;
    return () => {
      window.XMLHttpRequest = Real;
    };
  },
};

export const textFile = (name: string, text = 'words') => new File([text], name, { type: 'text/plain' });

/** Lets go of files above `onto`, as from outside the browser. */
export function dropFiles(onto: Element, ...files: File[]): void {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  for (const type of ['dragenter', 'dragover', 'drop'])
    onto.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

export function pasteFiles(onto: Element, ...files: File[]): void {
  const clipboardData = new DataTransfer();
  for (const file of files) clipboardData.items.add(file);
  onto.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
