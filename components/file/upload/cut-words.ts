export const cutWords = (): string =>
  navigator.onLine ? 'The connection was cut. Try again.' : 'You are offline. Retry when you are connected.';
