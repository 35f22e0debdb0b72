/** How Next marks what `forbidden()`, `notFound()` and `redirect()` throw. */
const ROUTING = /^NEXT_(?:HTTP_ERROR_FALLBACK|REDIRECT);/;

// Runs before a page is hydrated. To React these are errors: when the redraw that ends in one is overtaken by another,
// it reports that it recovered from them, which Next leaves out everywhere else.
window.addEventListener('error', (event) => {
  if (ROUTING.test(String(event.error?.digest))) event.preventDefault();
});
