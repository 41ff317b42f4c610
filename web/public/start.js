/* oxlint-disable no-var, no-unused-vars -- read by browsers that know nothing newer, not even a catch without a name */
// Runs before the first paint, in ES5 and in a file of its own, because the CSP forbids inline scripts.
;(function () {
  var root = document.documentElement
  var SLOW_MS = 8000
  var PAINT_MS_MAX = 3000
  var EMPTY_MS = 200
  // Only where it is the element of a document: files of the client, each after those that it imports.
  var client = document.currentScript && document.currentScript.getAttribute('data-client')

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
  chooseFrame()
  // Stops zod from probing `new Function`, which the CSP would report.
  window.__zod_globalConfig = { jitless: true }
  setTimeout(offerReload, SLOW_MS)
  if (client) afterPaint(requestClient)

  function chooseTheme() {
    if (root.hasAttribute('data-fixed-look')) return
    var chosen = null
    try {
      chosen = localStorage.getItem('app.theme')
    } catch (_error) {
      // If storage is blocked, the system's theme applies.
    }
    var isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    if (isDark) root.setAttribute('data-theme', 'dark')
  }

  /** For app/shell/StartFrame.tsx: where it is drawn at all, as it was left, and with which tab. */
  function chooseFrame() {
    try {
      if (localStorage.getItem('app.session')) root.setAttribute('data-session', '')
      if (localStorage.getItem('app.sidebar') === 'narrow') root.setAttribute('data-narrow', '')
    } catch (_error) {
      // If storage is blocked, there is no session.
    }
    if (/[?&]tab=(?!analytics)/.test(location.search)) root.setAttribute('data-tab', '')
  }

  /**
   * A drawn frame is not seen yet, and files that came meanwhile would delay it. One without content reports no paint,
   * and in the background none is drawn.
   */
  function afterPaint(work) {
    var isDone = false
    function once() {
      if (!isDone) work()
      isDone = true
    }
    new PerformanceObserver(once).observe({ type: 'paint', buffered: true })
    requestAnimationFrame(function () {
      setTimeout(once, EMPTY_MS)
    })
    setTimeout(once, PAINT_MS_MAX)
  }

  /**
   * The document shows all that it can without: its style and font need the connection first. Each file is named after
   * those that it imports, as a script of its own, so that a slow phone answers between two of them.
   */
  function requestClient() {
    var files = client.split(' ')
    for (var n = 0; n < files.length; n += 1) {
      var script = document.createElement('script')
      script.type = 'module'
      script.crossOrigin = ''
      script.async = false
      script.src = files[n]
      document.head.appendChild(script)
    }
  }

  /** Only while the client has not started: it draws the same (app/Loading.tsx). */
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
    document.title = 'Navegador antiguo'
  }

  function add(parent, tag, text) {
    var element = parent.appendChild(document.createElement(tag))
    element.appendChild(document.createTextNode(text))
  }
})()
