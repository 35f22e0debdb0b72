import { describe, expect, test } from 'vitest';
import { addressWith, textOf } from './search-params';

describe('the URL of a view', () => {
  const search = { q: 'web', status: ['active', 'late'], page: '3', view: '' };

  test('keeps what is set, the first of several, and leaves out what is empty', () =>
    expect(addressWith('/acme/project', search, {})).toBe('/acme/project?q=web&status=active'));

  test('begins at the first page again when anything else changes', () => {
    expect(addressWith('/acme/project', search, { q: null })).toBe('/acme/project?status=active');
    expect(addressWith('/acme/project', search, { page: 4 })).toBe('/acme/project?q=web&status=active&page=4');
  });

  test('is the bare path when nothing is left', () =>
    expect(addressWith('/acme/project', {}, { q: null })).toBe('/acme/project'));

  test('trims what somebody typed', () => {
    expect(textOf({ q: '  web ' }, 'q')).toBe('web');
    expect(textOf({}, 'q')).toBe('');
  });
});
