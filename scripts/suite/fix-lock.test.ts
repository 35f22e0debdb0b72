import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { missingPackages } from './fix-lock.mjs';

describe('the lock file', () => {
  test('names every optional package of every platform', () => {
    const file = path.resolve(import.meta.dirname, '../../package-lock.json');
    expect(missingPackages(JSON.parse(fs.readFileSync(file, 'utf8')).packages).added).toEqual({});
  });

  test('names no registry', () => {
    expect(fs.readFileSync(path.resolve(import.meta.dirname, '../../package-lock.json'), 'utf8')).not.toContain(
      '"resolved"',
    );
  });
});
