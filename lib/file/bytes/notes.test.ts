import { describe, expect, test } from 'vitest';
import { safeName } from '@/lib/file/bytes/names';
import { contentNotes, nameNotes } from './notes';

describe('what is said of a file', () => {
  test.each([
    ['photo.png', 'image/png'],
    ['photo.PNG', 'image/jpeg'],
    ['plan.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
    ['locked.docx', 'application/x-cfb'],
    ['notes.md', 'text/html'],
    ['sound.m4a', 'audio/mp4'],
    ['program.exe', 'application/x-msdownload'],
    ['png', 'text/plain'],
    ['.png', 'text/plain'],
  ])('is nothing where its name fits, or says nothing: %s, %s', (name, type) =>
    expect(contentNotes(name, type)).toEqual([]),
  );

  test.each([
    ['photo.png', 'application/x-msdownload'],
    ['photo.JPG', 'text/html'],
    ['logo.png', 'image/svg+xml'],
    ['invoice.pdf', 'application/zip'],
    ['invoice.doc', 'application/x-msdownload'],
    ['notes.txt', 'application/x-elf'],
  ])('is that its content is another: %s, %s', (name, type) =>
    expect(contentNotes(name, type)).toEqual([
      `Its name ends in ${name.slice(name.indexOf('.')).toLowerCase()}, but its content is ${type}.`,
    ]),
  );

  test('is that nobody knows what it is, where that is so', () =>
    expect(contentNotes('film.mp4', 'application/octet-stream')).toEqual([
      'Its name ends in .mp4, but its content is of an unknown kind.',
    ]));

  test('is what was done to its name, and that it got a number', () => {
    expect(nameNotes(safeName('plan.txt'), 'plan.txt')).toEqual([]);
    expect(nameNotes(safeName('a/pl\u200ban.txt'), 'plan (2).txt')).toEqual([
      'The folders before its name were left out.',
      'Characters that cannot be seen were removed.',
      'The name was taken, so it got a number.',
    ]);
  });
});
