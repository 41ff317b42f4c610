// Runs before the first paint, in a file of its own because the CSP forbids inline scripts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('app.theme')
  } catch {
    // Storage can be forbidden; then the system decides.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  if (dark) document.documentElement.dataset.theme = 'dark'
  // zod probes `new Function` unless told not to, and the CSP would report the probe.
  globalThis.__zod_globalConfig = { jitless: true }
})()
