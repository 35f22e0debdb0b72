import { describe, expect, test } from 'vitest';
import {
  GIF_WITH_SCRIPT,
  PAGE,
  PDF_WITH_PAGE,
  PROGRAM,
  picture,
  pngWithZip,
  SVG_WITH_SCRIPT,
} from '@/lib/test/hostile-files';
import { servedAs, typeOf } from './content-type';

const text = (words: string) => Buffer.from(words);

describe('the type of a file is what its content says', () => {
  test.each([
    ['a page called .png', PAGE, 'photo.png', 'text/html'],
    ['a page after spaces and a comment', text('\ufeff \n<!-- x --><sCrIpT>1'), 'a.txt', 'text/html'],
    ['a page that a browser would find', text('<b>x</b>'), 'a.txt', 'text/html'],
    ['a drawing with a script', SVG_WITH_SCRIPT, 'logo.png', 'image/svg+xml'],
    ['a drawing with a document type', text('<!DOCTYPE svg [<!ENTITY a "b">]><svg/>'), 'x.jpg', 'image/svg+xml'],
    ['XML', text('<?xml version="1.0"?><a/>'), 'x.txt', 'application/xml'],
    ['a page named so without saying it', text('hello'), 'x.html', 'text/html'],
    ['a GIF with a script', GIF_WITH_SCRIPT, 'x.js', 'image/gif'],
    ['a PDF with a page', PDF_WITH_PAGE, 'x.html', 'application/pdf'],
    ['a program', PROGRAM, 'photo.png', 'application/x-msdownload'],
    ['a table', text('a,b\n1,2\n'), 'x.csv', 'text/csv'],
    ['a text in an older encoding', Buffer.from('caf\xe9', 'latin1'), 'x.txt', 'text/plain'],
    ['a text whose head ends within a letter', text(`${'é'.repeat(20)}`).subarray(0, 39), 'x.md', 'text/markdown'],
    ['a text of two bytes a letter', Buffer.from('\ufeffhello', 'utf16le'), 'x.txt', 'text/plain'],
    ['bytes of no known kind', Buffer.from([0, 1, 2, 3, 255]), 'x.txt', 'application/octet-stream'],
    ['nothing', Buffer.alloc(0), 'x.txt', 'text/plain'],
    ['code', text('print("hello")'), 'x.py', 'text/plain'],
  ])('%s', async (_, bytes, name, type) => {
    expect(await typeOf(bytes, name)).toBe(type);
  });

  test('a picture with a zip behind it is a picture', async () => {
    expect(await typeOf(await pngWithZip(), 'x.zip')).toBe('image/png');
    expect(await typeOf(await picture(), 'x.html')).toBe('image/png');
  });

  test('a document is told from a zip', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\0\0\0\0', 'latin1'), Buffer.alloc(4000)]);
    expect(await typeOf(zip, 'a.docx')).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
    expect(await typeOf(zip, 'a.zip')).toBe('application/zip');
    const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
    expect(await typeOf(old, 'a.xls')).toBe('application/vnd.ms-excel');
  });

  test('nothing that could run is sent as what it is, or shown', () => {
    for (const type of ['text/html', 'image/svg+xml', 'application/xml', 'application/xhtml+xml'])
      expect(servedAs(type)).toEqual({ type: 'application/octet-stream', inline: false });
    expect(servedAs('text/javascript')).toEqual({ type: 'text/plain; charset=utf-8', inline: true });
    expect(servedAs('application/x-msdownload').inline).toBe(false);
    expect(servedAs('image/png')).toEqual({ type: 'image/png', inline: true });
  });
});
