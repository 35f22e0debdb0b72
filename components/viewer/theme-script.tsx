import { THEME_COOKIE } from './theme';

// Runs before the first paint. The server drew the chosen theme; this adds what only the browser knows: the device's
// theme for "system" and its changes, and a choice from another tab when the page returns from the history.
const SCRIPT = `(()=>{
const root=document.documentElement,device=matchMedia('(prefers-color-scheme: dark)');
const apply=()=>{
const chosen=(document.cookie.match(/(?:^|; )${THEME_COOKIE}=(\\w+)/)||[])[1];
const fixed=chosen==='light'||chosen==='dark';
root.dataset.theme=fixed?chosen:device.matches?'dark':'light';
if(chosen==='contrast'||(!fixed&&matchMedia('(prefers-contrast: more)').matches))root.dataset.contrast='more';
else delete root.dataset.contrast};
apply();device.addEventListener('change',apply);addEventListener('pageshow',e=>e.persisted&&apply());addEventListener('themechange',apply)})()`;

/** Must be the first element in `<body>`. */
export function ThemeScript({ nonce }: { nonce?: string }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce after use.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
