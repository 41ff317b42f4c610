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
  if (/^\/(?:dashboard|admin)$/.test(location.pathname)) requestFirst()

  function chooseTheme() {
    if (root.hasAttribute('data-fixed-look')) return
    var chosen = recall('app.theme')
    var isDark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
    if (isDark) root.setAttribute('data-theme', 'dark')
  }

  function recall(key) {
    try {
      return localStorage.getItem(key)
    } catch (_error) {
      return null
    }
  }

  /** Requests what the dashboard opens with while its scripts are on their way; web/app/api.ts takes the answers. */
  function requestFirst() {
    var session = null
    try {
      session = JSON.parse(recall('app.session'))
    } catch (_error) {
      // The client forgets it.
    }
    var user = session && session.user
    if (!user || session.ends_at <= Date.now() || !(user.is_admin || user.activation_used)) return
    var leaveOthers = function () {
      var shell = document.querySelector('[data-shell]')
      if (shell === null || (recall('app.session') || '').indexOf(session.token) >= 0) return
      shell.textContent = ''
      location.reload()
    }
    // Another tab may sign out, or in as somebody else, and the browser may show this page again afterwards.
    addEventListener('storage', leaveOthers)
    addEventListener('pageshow', leaveOthers)
    window.firstAnswers = {}
    var request = function (path) {
      var authorization = 'Bearer ' + session.token
      var answer = fetch(path, { headers: { authorization: authorization } })
      window.firstAnswers[authorization + path] = answer
      return answer
        .then(function (response) {
          // The client leads to the sign-in.
          if (response.status === 401) root.removeAttribute('data-frame')
          return response.clone().json()
        })
        .catch(function () {
          // The client requests it again, and says what fails.
        })
    }
    var profiles = request('/api/profiles/me')
    if (location.pathname === '/dashboard') requestFigures(user, profiles, request)
    else if (user.is_admin && location.search === '' && recall('app.sidebar') !== 'narrow')
      root.setAttribute('data-frame', 'admin')
    // After the requests: files would hold all connections.
    root.getAttribute(location.pathname.replace('/', 'data-')).split(' ').forEach(preload)
  }

  /** Only those of all time, of an own profile; filtered ones, and those beside a narrow menu, come later. */
  function requestFigures(user, profiles, request) {
    var params = new URLSearchParams(location.search)
    var named = params.get('tab')
    var addressed = params.get('profile')
    var wanted = addressed === null ? recall('app.profile.' + user.id) : addressed
    params.delete('tab')
    params.delete('profile')
    var tab = named || recall('app.tab') || (user.is_admin ? 'analytics' : '')
    if (tab !== 'analytics' || String(params) !== '' || recall('app.sidebar') === 'narrow') return
    var isCertain = named || user.is_admin
    if (isCertain) root.setAttribute('data-frame', 'figures')
    window.firstFigures = profiles
      .then(function (own) {
        var isWanted = function (profile) {
          return profile.id === wanted
        }
        var profile = own.find(isWanted) || (addressed === null ? own[0] : undefined)
        // An owner whose first steps are not done opens with them.
        if (!isCertain && !(profile.profile_image && profile.phone && profile.visits)) return undefined
        root.setAttribute('data-frame', 'figures')
        var figures = request('/api/figures/' + profile.id + '/unified?date_range=all-time')
        return figures.then(showFigures).then(function () {
          return profile.id
        })
      })
      .catch(function () {
        // Nothing to show: the account has no such profile, or the server refused.
      })
  }

  /** As KpiCards.tsx draws them. */
  function showFigures(figures) {
    if (figures.total_visits === 0) return
    document.querySelectorAll('[data-shell] [data-figure]').forEach(function (place) {
      var figure = figures[place.getAttribute('data-figure')]
      var digits = place.getAttribute('data-figure') === 'engagement_rate' ? 1 : 0
      var format = { minimumFractionDigits: digits, maximumFractionDigits: digits }
      place.textContent = figure.toLocaleString('es-CL', format) + (digits ? '%' : '')
    })
  }

  function preload(file) {
    var link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = file
    document.head.appendChild(link)
  }

  /** Until the client draws the same (CrashScreen.tsx). Controls of the administration would do nothing meanwhile. */
  function offerReload() {
    if (root.getAttribute('data-frame') === 'admin') root.removeAttribute('data-frame')
    document.querySelectorAll('[data-shell] [role=status]').forEach(function (status) {
      status.textContent = 'Está tardando más de lo normal.'
      status.classList.remove('sr-only')
      var more = document.getElementById('slow-shell').content.cloneNode(true)
      more.firstElementChild.addEventListener('click', function () {
        location.reload()
      })
      status.parentNode.insertBefore(more, status.nextSibling)
    })
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
