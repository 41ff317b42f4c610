/** The cache with the owner's code for a start without a network; web/public/kept-qr.js names it too. */
export const KEPT_QR = 'kept-qr'

/** Without HTTPS there are no caches, and where storage is blocked they refuse: then nothing was kept. */
export const dropKeptQr = (): void =>
  void (globalThis.caches as CacheStorage | undefined)?.delete(KEPT_QR).catch(() => undefined)
