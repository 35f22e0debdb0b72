import { deflateSync } from 'node:zlib';
import sharp from 'sharp';

/** Files that pretend to be others, made anew in each test. */

export const GIF_WITH_SCRIPT = Buffer.from(
  'GIF89a/*\x01\x00\x01\x00\x80\x00\x00*/=1;alert(document.cookie)//',
  'latin1',
);
export const PDF_WITH_PAGE = Buffer.from('%PDF-1.7\n<html><script>alert(1)</script></html>\n%%EOF');
export const PAGE = Buffer.from('<!DOCTYPE html><html><script>alert(document.domain)</script></html>');
export const SVG_WITH_SCRIPT = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
);
export const PROGRAM = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200), Buffer.from('PE\0\0')]);
const EMPTY_ZIP = Buffer.concat([Buffer.from('PK\x05\x06'), Buffer.alloc(18)]);

export const picture = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

export const pngWithZip = async () => Buffer.concat([await picture(), EMPTY_ZIP]);

/** With a place, an author and a comment. */
export const photoWithPlace = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#996633' } })
    .jpeg()
    .withExif({ IFD0: { Artist: 'Maya Secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 12/1' } })
    .toBuffer();

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}
function crc(bytes: Buffer): number {
  let sum = -1;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** A PNG of one colour and so many points; few bytes whatever its size. `lines`: how many of them it really has. */
export function hugePng(width: number, height: number, lines = height): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const data = deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * lines), { level: 9 });
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
