import { startUploadThing, type UploadThingService } from '../../lib/test/uploadthing-service';
import { test as base } from '../fixtures';
import { filesJourney } from '../support/files-journey';
import { ServerCopy } from '../support/server-copy';

/** The same with UploadThing, by its own client in the browser, beside a server that has its token. */
let service: UploadThingService;

const test = base.extend<object, { copy: ServerCopy }>({
  copy: [
    async ({ browser: _ }, use) => {
      service = await startUploadThing();
      const environment = { ...service.environment, UPLOADTHING_TOKEN: service.token };
      const copy = await ServerCopy.start('service', process.env.E2E_BASE_URL ?? '', 40, environment);
      await use(copy);
      await copy.stop();
      await service.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ copy }, use) => use(copy.url),
});
// One copy of the server for all of them.
test.describe.configure({ mode: 'default' });

filesJourney(test, {
  async cut() {
    const { length } = service.begins;
    // Browsers try a cut request again by themselves too: each gets a little further.
    service.cutAfter(200_000);
    return { begins: () => service.begins.slice(length), mend: () => service.cutAfter(Number.POSITIVE_INFINITY) };
  },
  async hold(page) {
    const origin = `${service.environment.UPLOADTHING_INGEST_URL}/**`;
    const waiting: (() => Promise<void>)[] = [];
    await page.route(origin, (route) => void waiting.push(() => route.continue().catch(() => undefined)));
    return async () => {
      await page.unroute(origin);
      for (const go of waiting) await go();
    };
  },
});

test('nothing goes through the application itself', async ({ as }) => {
  const page = await as('leader');
  const uploads: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && uploads.push(new URL(request.url()).pathname));
  const { length } = [...service.stored];
  await page.goto('/acme/file_manager?project=WEB');
  await page
    .locator('input[data-upload]')
    .setInputFiles({ name: 'Direct.txt', mimeType: 'text/plain', buffer: Buffer.from(`direct ${Date.now()}`) });
  await page.getByRole('row').filter({ hasText: 'Direct.txt' }).waitFor();
  base.expect(uploads).toContain('/api/uploadthing');
  base.expect(uploads).not.toContain('/api/upload');
  base.expect(service.stored.size).toBe(length + 1);
});
