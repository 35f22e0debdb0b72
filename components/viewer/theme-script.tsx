import { THEME_COOKIE } from './theme';

/*
 * Runs before the first paint. The server has drawn the chosen theme already; this settles what only the browser
 * knows: which theme "system" is just now (and when the device changes it), and a choice made in another tab when
 * this page comes back from the history.
 */
const SCRIPT = `(()=>{
const root=document.documentElement,device=matchMedia('(prefers-color-scheme: dark)');
const apply=()=>{
const chosen=(document.cookie.match(/(?:^|; )${THEME_COOKIE}=(\\w+)/)||[])[1];
const fixed=chosen==='light'||chosen==='dark';
root.dataset.theme=fixed?chosen:device.matches?'dark':'light';
if(chosen==='contrast'||(!fixed&&matchMedia('(prefers-contrast: more)').matches))root.dataset.contrast='more';
else delete root.dataset.contrast};
apply();device.addEventListener('change',apply);addEventListener('pageshow',e=>e.persisted&&apply());addEventListener('themechange',apply)})()`;

/** The theme's inline script; first thing in `<body>`. */
export function ThemeScript({ nonce }: { nonce?: string }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce once it has served.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file
      dangerouslySetInnerHTML={{ __html: SCRIPT }}
    />
  );
}
