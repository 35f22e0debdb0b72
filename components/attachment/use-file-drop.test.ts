import { expect, test } from 'vitest';
import { pastedFiles } from './use-file-drop';

const names = (types: string[], ...files: string[]) =>
  pastedFiles({
    clipboardData: { types, files: files.map((name) => new File(['x'], name)) } as unknown as DataTransfer,
  }).map(({ name }) => name);

test('of a paste the files are taken; from an office program, which adds a picture of its text, the text is', () => {
  expect(names(['Files'], 'plan.pdf', 'sketch.png')).toEqual(['plan.pdf', 'sketch.png']);
  expect(names(['text/plain', 'text/html', 'Files'], 'image.png')).toEqual([]);
  expect(names(['text/plain'])).toEqual([]);
});

test('a screenshot, which browsers call image, gets a name that tells when it was made', () =>
  expect(names(['text/html', 'Files'], 'image.png')).toEqual([
    expect.stringMatching(/^Screenshot \d{4}-\d\d-\d\d \d\d\.\d\d\.\d\d\.png$/),
  ]));
