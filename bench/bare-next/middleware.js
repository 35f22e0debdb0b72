/** As `instrumentation.js`: the application's would run otherwise. */
export function middleware() {}
export const config = { matcher: '/never' };
