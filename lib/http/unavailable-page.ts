import { UNSURE } from '@/lib/unavailable/note';

/**
 * Without scripts or anything to fetch. Colours as in app/styles/tokens.css. `seconds` until the browser reloads; null
 * after a form was sent. `unsure`: its content may have been saved.
 */
export const unavailablePage = (seconds: number | null, unsure: boolean): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${seconds === null ? (unsure ? 'Saved or not?' : 'Not saved yet') : 'Back in a moment'} · Guildhall</title>
<style>
:root { color-scheme: light dark; --text-2: light-dark(#494d55, #babec4) }
body { margin: 0; background: light-dark(#fbfaf8, #0d0e12); color: light-dark(#1c1f25, #eff0f3);
  font: 15px/1.6 Inter, system-ui, -apple-system, "Segoe UI", sans-serif }
main { max-width: 52ch; margin: 0 auto; padding: 12vh 20px }
svg { display: block; width: 40px; height: 40px }
h1 { margin: 24px 0 0; font-size: 20px; line-height: 1.3; font-weight: 600 }
p { margin: 8px 0 0; color: var(--text-2) }
a { display: inline-block; margin-top: 24px; padding: 8px 14px; border-radius: 6px; text-decoration: none; font-weight: 500;
  background: light-dark(#245fd4, #366fde); color: #fff }
a:focus-visible { outline: 2px solid light-dark(#1a51bd, #89b1fa); outline-offset: 2px }
</style>
</head>
<body>
<main>
<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="7" fill="#245fd4"/><path fill="#fff" d="M16 4 28.5 11.2v2.6h-25v-2.6zM5 15.6h22V27h-3.4v-4.7a2 2 0 0 0-4 0V27h-1.3v-6.2a2.3 2.3 0 0 0-4.6 0V27h-1.3v-4.7a2 2 0 0 0-4 0V27H5z"/></svg>
${
  seconds === null
    ? unsure
      ? `<h1>Saved or not?</h1>
<p>${UNSURE} Go back in your browser: what you wrote is still in the form.</p>`
      : `<h1>This could not be saved</h1>
<p>The database cannot be reached right now. Go back in your browser: what you wrote is still in the form. Then send it again.</p>`
    : `<h1>Back in a moment</h1>
<p>The database cannot be reached right now. This page tries again by itself in ${seconds} seconds. What was saved is safe.</p>
<a href="">Try again now</a>`
}
</main>
</body>
</html>
`;
