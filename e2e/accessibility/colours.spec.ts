import { test } from '../fixtures';
import { expectAccessible } from '../support/axe';

const page = (
  ground: string,
) => `<!doctype html><html lang="en"><title>Colours</title><body style="background: ${ground}">
  <main><h1 style="color: #777">Colours</h1><p style="color: #777">Grey on ${ground}</p></main>`;

test('grey on black is right', async ({ page: shown }) => {
  await shown.setContent(page('#000'));
  await expectAccessible(shown, 'grey on black');
});

test('a text that is too faint is found, also where the same ink was right on another ground', async ({
  page: shown,
}) => {
  test.fail();
  await shown.setContent(page('#000'));
  await expectAccessible(shown, 'grey on black');
  await shown.setContent(page('#fff'));
  await expectAccessible(shown, 'grey on white');
});
