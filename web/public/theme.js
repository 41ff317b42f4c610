// Runs before the first paint, in a file of its own because the CSP forbids inline scripts.
;(() => {
  let chosen = null
  try {
    chosen = localStorage.getItem('app.theme')
  } catch {
    // If storage is blocked, the system's theme applies.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  if (dark) document.documentElement.dataset.theme = 'dark'
  // Stops zod from probing `new Function`, which the CSP would report.
  globalThis.__zod_globalConfig = { jitless: true }
})()
