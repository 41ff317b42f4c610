/* oxlint-disable no-var, no-unused-vars -- read by browsers that know nothing newer, not even a catch without a name */
// Runs before the first paint, in ES5 and in a file of its own, because the CSP forbids inline scripts.
;(function () {
  var root = document.documentElement
  var SLOW_MS = 8000

  // Chrome and Edge 111, Firefox 128 and Safari 16.4 have all of these.
  var isEnough =
    typeof Array.prototype.toSorted === 'function' &&
    typeof CSSPropertyRule === 'function' &&
    CSS.supports('color', 'color-mix(in oklab, red, blue)')

  if (!isEnough) {
    root.setAttribute('data-old-browser', '')
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', sayOldBrowser)
    else sayOldBrowser()
    return
  }
  chooseTheme()
  // Stops zod from probing `new Function`, which the CSP would report.
  window.__zod_globalConfig = { jitless: true }
  setTimeout(offerReload, SLOW_MS)
  if (/^\/(?:dashboard|admin)$/.test(location.pathname))
    root.getAttribute('data-dashboard').split(' ').forEach(preload)

  function chooseTheme() {
    if (root.hasAttribute('data-fixed-look')) return
    var chosen = null
    try {
      chosen = localStorage.getItem('app.theme')
    } catch (_error) {
      // The system's theme applies.
    }
    var isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    if (isDark) root.setAttribute('data-theme', 'dark')
  }

  function preload(file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.appendChild(link)
  }

  /** Only while the client has not started: it draws the same (CrashScreen.tsx). */
  function offerReload() {
    var statuses = document.querySelectorAll('[data-shell] [role=status]')
    for (var n = 0; n < statuses.length; n += 1) offerReloadAt(statuses[n])
  }

  function offerReloadAt(status) {
    status.textContent = 'Está tardando más de lo normal.'
    var more = document.getElementById('slow-shell').content.cloneNode(true)
    more.firstElementChild.addEventListener('click', function () {
      location.reload()
    })
    status.parentNode.appendChild(more)
  }

  function sayOldBrowser() {
    var main = document.createElement('main')
    main.style.cssText = 'max-width:30em;margin:15vh auto 0;padding:0 20px;font:17px/1.5 Arial,sans-serif'
    add(main, 'h1', 'Tu navegador es muy antiguo para este panel')
    add(
      main,
      'p',
      'Actualízalo o abre esta página con otro: Safari o iOS 16.4, Chrome o Edge 111, Firefox 128, o uno más nuevo.',
    )
    add(main, 'p', 'Las tarjetas se siguen viendo en cualquier navegador.')
    var content = document.getElementById('root')
    document.body.insertBefore(main, content)
    if (content.querySelector('[data-shell]')) document.body.removeChild(content)
  }

  function add(parent, tag, text) {
    var element = parent.appendChild(document.createElement(tag))
    element.appendChild(document.createTextNode(text))
  }
})()
