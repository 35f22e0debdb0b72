/** Without one of its own, Turbopack looks for it in the folders above and runs the application's. */
export function register() {
  process.send?.('ready');
}
