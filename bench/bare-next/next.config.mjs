/** As `instrumentation.js`: the application's would be found otherwise. */
export default {};
