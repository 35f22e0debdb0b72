/** A user agent as browser and system, without the version, which changes by itself. Runs anywhere. */

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const named = (list: readonly [RegExp, string][], agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1];

/** `Firefox on Windows`; a program's own name; `Unknown device`. */
export function deviceInWords(agent: string | null): string {
  if (!agent) return 'Unknown device';
  const browser = named(BROWSERS, agent);
  const system = named(SYSTEMS, agent);
  if (browser && system) return `${browser} on ${system}`;
  if (browser ?? system) return (browser ?? system) as string;
  return /^[\w.-]{1,40}(?=[/ ]|$)/.exec(agent)?.[0] ?? 'Unknown device';
}
