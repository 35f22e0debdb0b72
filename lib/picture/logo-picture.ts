import 'server-only';
import sharp from 'sharp';
import { DomainError, invalidField } from '@/lib/errors';
import { decode } from '@/lib/picture/decoding';

export type EncodedLogo = { webp: Uint8Array<ArrayBuffer>; png: Uint8Array<ArrayBuffer> };

const SIZE = 256;
/** Twice the size shown in emails. */
const MAIL_SIZE = 96;
/** Small files can unfold into huge pictures: 24 million pixels take 100 MB for a moment. */
const MAX_PIXELS = 24_000_000;
const MIN_SIDE = 16;
const FORMATS = ['png', 'jpeg', 'webp'];

/** Only its pixels, upright, within 256 × 256. Metadata and trailing data go. Throws `too_large`, `type`, `invalid`. */
export const encodeLogo = (organisation: string, bytes: Uint8Array, maxBytes: number): Promise<EncodedLogo> =>
  decode(organisation, () => encode(bytes, maxBytes));

async function encode(bytes: Uint8Array, maxBytes: number): Promise<EncodedLogo> {
  if (bytes.byteLength > maxBytes)
    throw new DomainError('too_large', `A logo has ${maxBytes / 1024 ** 2} MB at most. Choose a smaller file.`);
  if (!bytes.byteLength) throw invalidField('file', 'The file is empty.');
  const open = (limitInputPixels: number | false = MAX_PIXELS) =>
    sharp(bytes, { limitInputPixels, failOn: 'error', animated: false });
  // Reads only the head, without a limit, so that the refusal can say how large it is.
  const about = await open(false)
    .metadata()
    .catch(() => null);
  if (!about || !FORMATS.includes(about.format))
    throw new DomainError('type', 'A logo is a PNG, JPEG or WebP picture.', {
      errors: { file: ['A logo is a PNG, JPEG or WebP picture.'] },
    });
  const { width, height } = about;
  if (width * height > MAX_PIXELS)
    throw invalidField(
      'file',
      `This picture is too large: ${width} by ${height} pixels. Choose one with at most 24 million pixels.`,
    );
  if (Math.min(width, height) < MIN_SIDE)
    throw invalidField(
      'file',
      `This picture is too small. Choose one with at least ${MIN_SIDE} by ${MIN_SIDE} pixels.`,
    );
  const within = (size: number) =>
    open().autoOrient().resize(size, size, { fit: 'inside', withoutEnlargement: true }).toColourspace('srgb');
  try {
    const [webp, png] = await Promise.all([
      within(SIZE).webp({ quality: 90, alphaQuality: 95 }).toBuffer(),
      within(MAIL_SIZE).png({ compressionLevel: 9 }).toBuffer(),
    ]);
    return { webp: new Uint8Array(webp), png: new Uint8Array(png) };
  } catch {
    throw invalidField('file', 'This picture cannot be read. Save it again as PNG and try again.');
  }
}
