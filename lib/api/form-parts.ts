import 'server-only';
import { DomainError } from '@/lib/errors';
import { decodeFile } from '@/lib/table-file/decode';

/** `bytes` may be read once, and are passed over where they are not. */
type FormPart = { name: string; fileName: string | undefined; type: string; bytes: AsyncIterable<Uint8Array> };

/** In bytes: of the headers of a part, and of what stands before the first one. */
const MOST_HEADERS = 16 * 1024;
const MOST_PAIRS = 20;
const LINE = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const DASHES = '--';

export const malformedForm = () => new DomainError('malformed', 'The body is not valid multipart/form-data.');

/** Part after part of multipart/form-data (RFC 7578), of any size, as it arrives. Throws `malformed`. */
export async function* formParts(contentType: string, body: AsyncIterator<Uint8Array>): AsyncGenerator<FormPart> {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const delimiter = Buffer.from(`\r\n--${quoted ?? plain ?? ''}`, 'latin1');
  if (delimiter.length <= 4) throw malformedForm();
  const incoming = new Incoming(body);
  await incoming.upTo(delimiter, MOST_HEADERS);
  while (!(await incoming.takes(DASHES))) {
    if (/[^ \t]/.test(await incoming.upTo(LINE, MOST_HEADERS))) throw malformedForm();
    incoming.putBack(LINE);
    const headers = headersOf(await incoming.upTo(HEADERS_END, MOST_HEADERS));
    const { name, fileName } = dispositionOf(headers.get('content-disposition') ?? '');
    if (name === undefined) throw malformedForm();
    const bytes = incoming.until(delimiter);
    yield { name, fileName, type: headers.get('content-type') ?? 'text/plain', bytes };
    await bytes.pass();
  }
}

/** Its text, in UTF-8 or what the part says of itself. Throws `malformed` for what is none. */
export async function partText({ bytes, type }: FormPart, most: number): Promise<string | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    size += piece.byteLength;
    if (size > most) return null;
    pieces.push(piece);
  }
  const text = decoded(Buffer.concat(pieces), parametersOf(type).get('charset') ?? 'utf-8');
  if (text === null) throw new DomainError('malformed', 'The form is not valid UTF-8.');
  return text;
}

class Incoming {
  /** What was read and not yet taken. The first delimiter may stand at the very beginning. */
  private rest: Buffer = LINE;
  constructor(private readonly body: AsyncIterator<Uint8Array>) {}

  putBack(bytes: Buffer): void {
    this.rest = Buffer.concat([bytes, this.rest]);
  }

  async takes(text: string): Promise<boolean> {
    while (this.rest.length < text.length) await this.more();
    const is = this.rest.toString('latin1', 0, text.length) === text;
    if (is) this.rest = this.rest.subarray(text.length);
    return is;
  }

  /** What stands before a mark, byte by byte; both are taken. */
  async upTo(mark: Buffer, most: number): Promise<string> {
    let text = '';
    for await (const piece of this.until(mark)) {
      text += piece.toString('latin1');
      if (text.length > most) throw malformedForm();
    }
    return text;
  }

  /** The same as it arrives. `pass` reads over what nobody has read. */
  until(mark: Buffer): AsyncIterable<Buffer> & { pass(): Promise<void> } {
    let isDone = false;
    const next = async (): Promise<IteratorResult<Buffer, undefined>> => {
      while (!isDone) {
        const at = this.rest.indexOf(mark);
        // The end of what is there may be the beginning of the mark.
        const end = at < 0 ? Math.max(0, this.rest.length - mark.length + 1) : at;
        const piece = this.rest.subarray(0, end);
        this.rest = this.rest.subarray(at < 0 ? end : at + mark.length);
        isDone = at >= 0;
        if (piece.length) return { value: piece };
        if (!isDone) await this.more();
      }
      return { done: true, value: undefined };
    };
    const pass = async () => {
      while (!(await next()).done);
    };
    return { [Symbol.asyncIterator]: () => ({ next }), pass };
  }

  private async more(): Promise<void> {
    const { value, done } = await this.body.next();
    if (done) throw malformedForm();
    const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    this.rest = this.rest.length ? Buffer.concat([this.rest, bytes]) : bytes;
  }
}

function headersOf(block: string): Map<string, string> {
  // A line that begins with a space goes on with the one before.
  const lines = block
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
    .filter(Boolean);
  if (lines.length > MOST_PAIRS) throw malformedForm();
  return new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, Math.max(0, colon)).trim().toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
}

function dispositionOf(header: string): { name?: string; fileName?: string } {
  if (!/^form-data\s*;/i.test(header)) return {};
  const parameters = parametersOf(header);
  const [name, file] = ['name', 'filename'].map((one) => textIn(parameters.get(one)));
  const path = extendedText(parameters.get('filename*')) ?? file;
  return { name, fileName: path?.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1) };
}

/** `a=b; c="d \"e\""`: the first of each name, without quotes. */
function parametersOf(header: string): Map<string, string> {
  const found = new Map<string, string>();
  for (let at = header.indexOf(';'); at >= 0; ) {
    const [equals, next] = [header.indexOf('=', at), header.indexOf(';', at + 1)];
    if (equals < 0) break;
    if (next >= 0 && next < equals) {
      at = next;
      continue;
    }
    const name = header
      .slice(at + 1, equals)
      .trim()
      .toLowerCase();
    let text = '';
    let from = equals + 1;
    while (header.charAt(from) === ' ') from++;
    if (header.charAt(from) === '"') {
      for (from++; from < header.length && header.charAt(from) !== '"'; from++) {
        // Programs of Windows send a whole path, whose backslashes escape nothing.
        if (header.charAt(from) === '\\' && '"\\'.includes(header.charAt(from + 1) || ' ')) from++;
        text += header.charAt(from);
      }
      at = header.indexOf(';', from);
    } else {
      at = next;
      text = header.slice(from, next < 0 ? undefined : next).trim();
    }
    if (!found.has(name)) found.set(name, text);
  }
  return found;
}

const SENT_AS: Record<string, string> = { '%22': '"', '%0D': '\r', '%0A': '\n' };

/** As browsers write a name: UTF-8 with three signs escaped; older programs send their own encoding. */
const textIn = (sent: string | undefined): string | undefined =>
  sent === undefined
    ? undefined
    : readable(Buffer.from(sent, 'latin1')).replace(/%(?:22|0D|0A)/gi, (sign) => SENT_AS[sign.toUpperCase()] ?? sign);

function readable(bytes: Buffer): string {
  const text = decoded(bytes, 'utf-8');
  if (text !== null) return text;
  try {
    return decodeFile(bytes).text;
  } catch {
    return bytes.toString('latin1');
  }
}

/** RFC 5987: `UTF-8'en'na%C3%AFve.txt`. */
function extendedText(sent: string | undefined): string | undefined {
  const [, charset, text] = /^([\w-]+)'[\w-]*'(.*)$/s.exec(sent ?? '') ?? [];
  if (charset === undefined || text === undefined) return undefined;
  const bytes = text.replace(/%([\da-f]{2})/gi, (_sign, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decoded(Buffer.from(bytes, 'latin1'), charset) ?? undefined;
}

/** Null for what is not written so, and for what is called so by nobody. */
function decoded(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
