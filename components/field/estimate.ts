/** Reads `90m`, `2h 30m`, `1:30`, `1.5` (hours) as whole minutes; null for empty, undefined for anything else. */
export function parseEstimate(text: string): number | null | undefined {
  const written = text.trim().toLowerCase().replace(',', '.');
  if (!written) return null;
  const clock = /^(\d{1,5}):([0-5]\d)$/.exec(written);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  if (/^\d{1,5}(\.\d+)?$/.test(written)) return Math.round(Number(written) * 60);
  const parts = /^(?:(\d{1,5}(?:\.\d+)?)\s*(?:h|hours?))?\s*(?:(\d{1,6})\s*(?:m|min|minutes?))?$/.exec(written);
  if (!parts || (parts[1] === undefined && parts[2] === undefined)) return undefined;
  return Math.round(Number(parts[1] ?? 0) * 60) + Number(parts[2] ?? 0);
}
