// Shows what is pushed, and opens it; says under which address the browser is reached from now on. It keeps nothing and
// answers no requests.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, dir: 'auto', renotify: true, icon: '/logo.svg', data: { url } }),
  );
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = new URL(event.notification.data.url, self.location.origin);
  if (url.origin !== self.location.origin) return;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const here = windows.find((one) => new URL(one.url).pathname.split('/')[1] === url.pathname.split('/')[1]);
      if (!here) return self.clients.openWindow(url.href);
      await here.focus();
      return here.navigate(url.href);
    }),
  );
});

self.addEventListener('pushsubscriptionchange', (event) => {
  if (event.oldSubscription) event.waitUntil(renew(event.oldSubscription, event.newSubscription));
});

// Refused where the old one was none of whoever is signed in: then nothing is pushed here any more.
async function renew({ endpoint: replaces, options }, given) {
  const { applicationServerKey, userVisibleOnly } = options;
  const subscription = given ?? (await self.registration.pushManager.subscribe({ applicationServerKey, userVisibleOnly }));
  const answer = await fetch('/api/pushSubscription', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ ...subscription.toJSON(), replaces }),
  });
  if (answer.status >= 400 && answer.status < 500) await subscription.unsubscribe();
}
