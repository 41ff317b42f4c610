// Shows the owner's code where the server does not answer. Its page writes it: features/profiles/hand/keep-qr.ts.
addEventListener('activate', (event) => {
  // The request leaves while the worker starts.
  event.waitUntil(registration.navigationPreload?.enable())
})
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate' && event.request.method === 'GET') event.respondWith(answer(event))
})

/** Any answer of the server wins, however long it takes. */
async function answer({ request, preloadResponse }) {
  try {
    return (await preloadResponse) || (await fetch(request))
  } catch (error) {
    const kept = await caches.match('/dashboard', { cacheName: 'kept-qr' })
    if (kept) return kept
    throw error
  }
}
