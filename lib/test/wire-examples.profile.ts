import sharp from 'sharp';
import type { Example } from '@/lib/test/wire-examples';

/** The examples of one's own profile. */

let made = 0;

/** A picture of its own: `width` by `height`, one colour, with a place and a camera in its metadata. */
export async function pictureFile(
  format: 'png' | 'jpeg' | 'webp' = 'png',
  { width = 80, height = 60, orientation = 1 } = {},
): Promise<File> {
  const background = { r: (made * 37) % 256, g: ++made % 256, b: 120 };
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .withExif({ IFD0: { Make: 'Camera of Ann', Copyright: 'Ann' }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer();
  return new File([new Uint8Array(bytes)], `me.${format}`, { type: `image/${format}` });
}

const seat = 'acme.client2';

export const PROFILE_EXAMPLES: Record<string, Example> = {
  'GET profile': { seat, make: async () => ({ query: {} }) },
  'PUT profile': {
    seat,
    make: async () => ({
      body: {
        name: `client2 of acme ${++made}`,
        locale: 'de-DE',
        time_zone: 'Europe/Berlin',
        working_days: [1, 2, 3, 4],
        theme: 'dark',
        single_keys: false,
      },
    }),
  },
  'POST profilePicture': {
    seat,
    make: async () => ({ body: { file: await pictureFile(), x: 10, y: 0, size: 60 } }),
  },
  'DELETE profilePicture': { seat, make: async () => ({ query: {} }) },
  'POST downloadOwnData': { seat, make: async () => ({ body: {} }) },
};
