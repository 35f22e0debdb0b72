/** How the reference of an error begins that ends by itself, once the database is back; the browser reads it too. */
export const UNAVAILABLE = 'unavailable-';
