/* oxlint-disable no-var -- read by browsers that know nothing newer */
// Runs first, in ES5: a browser that is too old for the client shows a notice instead of a blank page.
;(function () {
  // Chrome and Edge 111, Firefox 128 and Safari 16.4 have all of these.
  var isEnough =
    typeof Array.prototype.toSorted === 'function' &&
    typeof CSSPropertyRule === 'function' &&
    CSS.supports('color', 'color-mix(in oklab, red, blue)')
  if (isEnough) return
  document.documentElement.setAttribute('data-old-browser', '')
  function add(parent, tag, text) {
    var element = parent.appendChild(document.createElement(tag))
    element.appendChild(document.createTextNode(text))
    return element
  }
  document.addEventListener('DOMContentLoaded', function () {
    var main = document.createElement('main')
    main.style.cssText = 'max-width:30em;margin:15vh auto 0;padding:0 20px;font:17px/1.5 Arial,sans-serif'
    add(main, 'h1', 'Tu navegador es muy antiguo para este panel')
    add(
      main,
      'p',
      'Actualízalo o abre esta página con otro: Safari o iOS 16.4, Chrome o Edge 111, Firefox 128, o uno más nuevo.',
    )
    add(main, 'p', 'Las tarjetas se siguen viendo en cualquier navegador.')
    document.body.insertBefore(main, document.body.firstChild)
    document.title = 'Navegador antiguo'
  })
})()
