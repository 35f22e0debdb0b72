import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { writeDraft } from '@/components/draft/draft-store';
import { expectAccessible } from '@/components/test/axe';
import '@/components/test/css';
import { LEADER } from '@/components/test/gallery/people';
import { server } from '@/components/test/server';
import { show } from '@/components/test/show';
import { keepSignedIn } from '@/components/viewer/browser-storage';
import { UNAVAILABLE } from '@/lib/unavailable/reference';
import { LazyErrorScreen } from './lazy-error-screen';

const heading = page.getByRole('heading', { level: 1 });

test('an error of the browser gets a reference and is reported under it once', async () => {
  server.onAny('POST error-report', () => new Response(null, { status: 204 }));
  keepSignedIn({
    user: LEADER,
    organisation: { organisation_name: 'Acme', sub_domain: 'acme' },
    email: 'leader@acme.test',
  });
  writeDraft(`${LEADER._id} a comment`, 'Not sent');
  const error = new Error('planted');
  const screen = await show(<LazyErrorScreen error={error} retry={() => undefined} />);
  await expect.element(heading).toHaveTextContent('Something went wrong');
  await expect.element(page.getByText('If it happens again, give your admin this reference.')).toBeVisible();
  await expect.element(page.getByText('Text that you have not sent is kept in this browser.')).toBeVisible();
  const reference = page.getByCss('main code').element().textContent;
  expect(reference).toMatch(/^[0-9a-f]{10}$/);
  await screen.showAgain(<LazyErrorScreen error={error} retry={() => undefined} />);
  expect(server.calls).toEqual(['POST error-report']);
  await expectAccessible();
});

test('nothing is promised for a report that did not arrive', async () => {
  server.onAny('POST error-report', () => new Response(null, { status: 503 }));
  await show(<LazyErrorScreen error={new Error('another')} retry={() => undefined} />);
  await expect.element(page.getByText('The error could not be reported.')).toBeVisible();
  await expect.element(page.getByCss('main code')).toHaveTextContent(/^[0-9a-f]{10}$/);
});

test('an error of the server keeps its reference, and one of a database that is away is tried again by itself', async () => {
  const retry = vi.fn();
  const digest = `${UNAVAILABLE}7f`;
  await show(<LazyErrorScreen error={Object.assign(new Error('away'), { digest })} retry={retry} />);
  await expect.element(heading).toHaveTextContent('Back in a moment');
  await expect.element(page.getByCss('main code')).toHaveTextContent(digest);
  await expect.poll(() => retry.mock.calls.length).toBeGreaterThan(0);
  expect(server.calls).toEqual([]);
});

test('what could not be loaded after a new version says so', async () => {
  server.onAny('POST error-report', () => new Response(null, { status: 204 }));
  await show(
    <LazyErrorScreen error={Object.assign(new Error('gone'), { name: 'ChunkLoadError' })} retry={() => undefined} />,
  );
  await expect.element(heading).toHaveTextContent('Part of the page could not be loaded');
});
