import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

type Theme = 'light' | 'dark';
type Palette = Record<string, string>;

const css = readFileSync(new URL('../../app/styles/tokens.css', import.meta.url), 'utf8');

/** Colours of one block of tokens.css, by theme. */
function paletteIn(block: string): Record<Theme, Palette> {
  const palettes: Record<Theme, Palette> = { light: {}, dark: {} };
  for (const [, name = '', light = '', dark = ''] of block.matchAll(
    /--([\w-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g,
  )) {
    palettes.light[name] = light;
    palettes.dark[name] = dark;
  }
  return palettes;
}

function blockAfter(selector: string): string {
  const start = css.indexOf(selector);
  if (start < 0) throw new Error(`tokens.css has no ${selector}`);
  return css.slice(start, css.indexOf('}', start));
}

const plain = paletteIn(blockAfter(':root {'));
const raised = paletteIn(blockAfter(':root[data-contrast="more"] {'));

const themes: [string, Palette, boolean][] = [
  ['light', plain.light, false],
  ['dark', plain.dark, false],
  ['high contrast, light', { ...plain.light, ...raised.light }, true],
  ['high contrast, dark', { ...plain.dark, ...raised.dark }, true],
];

/** Relative luminance, WCAG 2.2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((channel) => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
}

const TEXT = 4.5;
const SHAPE = 3;
const series = [1, 2, 3, 4, 5, 6, 7, 8];
const statuses = ['pending', 'in-process', 'testing', 'completed', 'backlogs', 'blocked'];

/** Every pair that may meet on screen: foreground, background, least contrast. */
function pairs(): [string, string, number][] {
  const list: [string, string, number][] = [];
  for (const ground of ['canvas', 'surface', 'sunken', 'hover', 'selected']) {
    for (const text of [
      'text',
      'text-2',
      'text-3',
      'accent-text',
      'danger-text',
      'ok-text',
      'warn-text',
      'info-text',
      'internal-text',
      'client-text',
    ])
      list.push([text, ground, TEXT]);
    list.push(['focus', ground, SHAPE], ['client', ground, SHAPE]);
  }
  for (const ground of ['canvas', 'surface', 'sunken', 'hover']) list.push(['border-strong', ground, SHAPE]);
  for (const fill of ['accent', 'accent-hover', 'danger', 'ok']) list.push(['on-accent', fill, TEXT]);
  list.push(['on-warn', 'warn', TEXT], ['on-view', 'view', TEXT]);
  for (const tone of ['accent', 'danger', 'ok', 'warn', 'info', 'internal', 'client']) {
    list.push([`${tone}-text`, `${tone}-soft`, TEXT], ['text', `${tone}-soft`, TEXT]);
  }
  list.push(['danger', 'danger-soft', SHAPE]);
  for (const n of series) list.push([`c${n}-text`, `c${n}-soft`, TEXT]);
  for (const mark of [...statuses.map((status) => `st-${status}`), ...series.map((n) => `c${n}`)])
    for (const ground of ['surface', 'canvas', 'sunken']) list.push([mark, ground, SHAPE]);
  return list;
}

describe('contrast of the tokens', () => {
  it('is known for both themes, and checks a few hundred pairs', () => {
    expect(Object.keys(plain.light).sort()).toEqual(Object.keys(plain.dark).sort());
    expect(pairs().length * 2).toBeGreaterThan(224);
  });

  it.each(themes)('reaches WCAG AA for every pair in %s', (_name, palette) => {
    const failing = pairs()
      .map(([ink, ground, least]) => {
        const [foreground, background] = [palette[ink], palette[ground]];
        if (!foreground || !background) throw new Error(`no token ${ink} or ${ground}`);
        return { pair: `${ink} on ${ground}`, ratio: contrast(foreground, background), least };
      })
      .filter(({ ratio, least }) => ratio < least);
    expect(failing).toEqual([]);
  });

  it('is higher in high contrast than without it, for every text and edge', () => {
    for (const theme of ['light', 'dark'] as const) {
      const [before, after] = [plain[theme], { ...plain[theme], ...raised[theme] }];
      for (const name of ['text-2', 'text-3', 'border', 'border-strong', 'accent-text', 'focus']) {
        const ground = before.surface ?? '';
        expect(contrast(after[name] ?? '', ground), name).toBeGreaterThan(contrast(before[name] ?? '', ground));
      }
      expect(contrast(after.border ?? '', after.surface ?? '')).toBeGreaterThanOrEqual(SHAPE);
    }
  });

  it('gives the same values to those whose device asks for more contrast', () => {
    const media = css.slice(css.indexOf('@media (prefers-contrast: more)'));
    expect(paletteIn(media)).toEqual(raised);
  });

  it('has a utility for every token', () => {
    const theme = readFileSync(new URL('../../app/styles/theme.css', import.meta.url), 'utf8');
    for (const name of Object.keys(plain.light)) expect(theme).toContain(`--color-${name}: var(--${name});`);
  });

  it('is not bypassed: components name no raw colour', () => {
    const raw = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b|\b(?:rgb|hsl|oklch)a?\(/i;
    const folder = new URL('../', import.meta.url);
    const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .filter((file) => raw.test(readFileSync(new URL(file, folder), 'utf8')));
    expect(found).toEqual([]);
  });
});
