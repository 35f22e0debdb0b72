import 'server-only';
import { DomainError, invalidField } from '@/lib/errors';
import { decode } from '@/lib/picture/decoding';

/** The visible part, in pixels of the upright picture. */
export type Square = { x: number; y: number; size: number };

/** More than any camera's 5 MB JPEG has, and still fits into memory. */
const MAX_POINTS = 50_000_000;
const MIN_SIDE = 16;
const SIDE = 256;
const SECONDS = 15;

const SIGNATURES: [format: string, matches: (bytes: Uint8Array) => boolean][] = [
  ['jpeg', (bytes) => hex(bytes, 0, 3) === 'ffd8ff'],
  ['png', (bytes) => hex(bytes, 0, 8) === '89504e470d0a1a0a'],
  ['webp', (bytes) => hex(bytes, 0, 4) === '52494646' && hex(bytes, 8, 12) === '57454250'],
];
const hex = (bytes: Uint8Array, from: number, to: number) => Buffer.from(bytes.subarray(from, to)).toString('hex');

const unreadable = () => invalidField('file', 'This picture cannot be read. Save it again and choose the new file.');

/**
 * 256 × 256 WebP, upright, without metadata; `organisation`: in whose turn. The content decides: `type` for other formats, `invalid` if undecodable or
 * huge.
 */
export const squarePicture = (organisation: string, bytes: Uint8Array, square?: Square): Promise<Buffer> =>
  decode(organisation, () => unpack(bytes, square));

async function unpack(bytes: Uint8Array, square?: Square): Promise<Buffer> {
  const format = SIGNATURES.find(([, matches]) => matches(bytes))?.[0];
  if (!format)
    throw new DomainError('type', 'Choose a JPEG, PNG or WebP picture.', {
      errors: { file: ['Choose a JPEG, PNG or WebP picture.'] },
    });
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  const open = (limitInputPixels: number | false) => sharp(bytes, { limitInputPixels, failOn: 'error', pages: 1 });
  // Reads only the head, without a limit, so that the refusal can say how large it is.
  const about = await open(false)
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  if (about.width * about.height > MAX_POINTS)
    throw invalidField(
      'file',
      `This picture is too large: ${about.width} by ${about.height} points. Choose one of 50 million points at most.`,
    );
  if (about.format !== format || Math.min(about.width, about.height) < MIN_SIDE)
    throw about.format !== format
      ? unreadable()
      : invalidField('file', `This picture is too small. Choose one with at least ${MIN_SIDE} by ${MIN_SIDE} pixels.`);
  const turned = (about.orientation ?? 1) >= 5;
  const [width, height] = turned ? [about.height, about.width] : [about.width, about.height];
  const shown = square ?? middleOf(width, height);
  if (shown.size < MIN_SIDE || shown.x + shown.size > width || shown.y + shown.size > height)
    throw invalidField('size', 'The square is outside the picture or too small.');
  try {
    return await open(MAX_POINTS)
      .autoOrient()
      .extract({ left: shown.x, top: shown.y, width: shown.size, height: shown.size })
      .resize(SIDE, SIDE)
      .toColourspace('srgb')
      .webp({ quality: 82 })
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch {
    throw unreadable();
  }
}

function middleOf(width: number, height: number): Square {
  const size = Math.min(width, height);
  return { x: Math.floor((width - size) / 2), y: Math.floor((height - size) / 2), size };
}
