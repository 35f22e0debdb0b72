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

  test('gets an entry for a missing package of another platform, limited to that platform', () => {
    const packages = {
      'node_modules/tool': {
        version: '1.0.0',
        optionalDependencies: { '@tool/linux-arm64-musl': '1.0.0', extra: '^2.0.0' },
      },
    };
    expect(missingPackages(packages)).toEqual({
      added: {
        'node_modules/@tool/linux-arm64-musl': {
          version: '1.0.0',
          cpu: ['arm64'],
          os: ['linux'],
          libc: ['musl'],
          optional: true,
        },
      },
      unknown: ['extra@^2.0.0'],
    });
  });
});
