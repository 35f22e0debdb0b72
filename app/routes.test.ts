import { expect, test } from 'vitest';
import { GET as mails } from '@/app/dev/mail.json/route';
import { GET as logo } from '@/app/logo/[file]/route';
import { fixtureId, insert } from '@/lib/test/fixtures';
import { ownerClient } from '@/lib/test/owner';

/** Routes that are no pages and stand in no table. */

const owner = ownerClient();

test('kept emails are shown on one’s own machine, and never in production', async () => {
  const status = async (mode: string) => {
    process.env.APP_MODE = mode;
    return (await mails(new Request('http://localhost:3000/dev/mail.json'))).status;
  };
  expect([await status('production'), await status('development')]).toEqual([404, 200]);
});

test('a logo is kept for good under its URL, as what it is; one that there is not is asked for again', async () => {
  const version = 'a'.repeat(32);
  const row = { org_id: fixtureId('acme'), version, webp: Buffer.from('webp'), png: Buffer.from('png') };
  await insert(owner, 'organisation_logo', row);
  const get = async (file: string) => {
    const answer = await logo(new Request(`http://localhost:3000/logo/${file}`), { params: Promise.resolve({ file }) });
    const [cached, type] = ['cache-control', 'content-type'].map((name) => answer.headers.get(name));
    return { status: answer.status, cached, type, text: await answer.text() };
  };
  const kept = { status: 200, cached: 'public, max-age=31536000, immutable' };
  expect(await get(`${version}.png`)).toEqual({ ...kept, type: 'image/png', text: 'png' });
  expect(await get(`${version}.webp`)).toEqual({ ...kept, type: 'image/webp', text: 'webp' });
  for (const file of [`${'b'.repeat(32)}.png`, `${version}.svg`, '../secret.png'])
    expect(await get(file), file).toMatchObject({ status: 404, cached: 'no-store' });
});
