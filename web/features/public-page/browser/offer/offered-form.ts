import { askForLostStyle, THANKED } from '../page-dialog.ts'

/** In the colours of the profile's theme, unlike the dialogs. Inserted when the form is offered, so that no page carries them. */
const OFFER_RULES = [
  '.offer { position: relative; margin: 16px 20px 0; padding: 16px; border-radius: 22px; background: var(--p-tile); outline-offset: -2px }',
  '.offer h2 { font-size: 1.1875rem; min-height: 28px; display: flex; align-items: center }',
  '.offer .lead { margin: 2px 0 12px; color: var(--p-sub) }',
  '.offer .close { top: 8px; right: 8px }',
  '.offer label { position: relative; margin: 0; padding: .5rem 14px 0; height: 1.5rem; font-size: .78125rem; line-height: 1rem; color: var(--p-sub); pointer-events: none }',
  '.offer :is(input, textarea) { height: 3.5rem; min-height: 3.5rem; margin-top: -1.5rem; padding: 1.5rem 14px .375rem; border: 1px solid var(--p-sub); border-bottom-width: 0; border-radius: 0; background: var(--p-bg); font-weight: 500; resize: none }',
  // Its label takes two lines in a window narrower than this.
  '.offer textarea { --second: clamp(0px, (9.7rem + 72px - 100vw) * 99, 1rem); height: calc(3.5rem + var(--second)); padding-top: calc(1.5rem + var(--second)) }',
  '.offer [name=full_name] { border-radius: 15px 15px 0 0 }',
  '.offer [name=description] { border-bottom-width: 1px; border-radius: 0 0 15px 15px }',
  '.offer :is(input, textarea):focus { outline: 2px solid var(--p-accent); outline-offset: -2px }',
  '.offer input:autofill { background: var(--p-tile) }',
  '.offer ::placeholder, .offer .consent { color: var(--p-sub) }',
  '.offer textarea::placeholder { max-height: 1.5em; overflow: hidden }',
  '.photo .offer ::placeholder { opacity: .7 }',
  '.offer [aria-invalid] { box-shadow: none }',
  '.offer :is(.hint, .failed) { margin: 6px 14px; color: var(--p-text) }',
  '.offer .go { min-height: 52px; margin-top: 12px; border-radius: 15px; background: var(--p-button); color: var(--p-on); box-shadow: inset 0 0 0 var(--p-edge) }',
  '.offer .go:disabled { background: none; color: var(--p-sub); box-shadow: inset 0 0 0 1px var(--p-line) }',
  '.offer.sent { display: flex; align-items: center; gap: 12px }',
  '.sent svg { padding: 11px; border-radius: 99px; background: var(--p-button); color: var(--p-on) }',
  '.sent :is(b, small) { display: block; line-height: 1.3 }',
  '.sent b { font-size: 1.0625rem; letter-spacing: -.02em }',
  '.sent small { color: var(--p-sub); font-size: .875rem }',
  '@media (forced-colors: active) { .offer { border: 1px solid } }',
] as const

/** The page's scroll-padding. */
const EDGES_PX = 32

const TICK =
  '<svg aria-hidden="true" width="44" height="44" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M20 6 9 17l-5-5"/></svg>'

/** The dialog's own form, below the links: it is lent, and goes home when it was sent, closed or wanted in its dialog. */
export function showOffer(page: Document): void {
  const block = page.querySelector<HTMLElement>('[data-offer]')
  const dialog = page.querySelector<HTMLDialogElement>('[data-dialog=identify]')
  const form = dialog?.querySelector('form')
  if (!block || !dialog || !form || dialog.open || typeof dialog.showModal !== 'function') return
  askForLostStyle(page)
  addRules(page)
  const owner = block.dataset.owner ?? ''
  const thanks = dialog.querySelector('[data-part=thanks]')
  const restore = reworded(form, [
    ['h2', `Déjale tus datos a ${owner}`],
    ['[data-part=submit]', 'Enviar mis datos'],
  ])
  const goHome = (): void => {
    block.hidden = true
    restore()
    dialog.insertBefore(form, thanks)
  }
  const close = closeButton(dialog)
  close.addEventListener('click', () => {
    goHome()
    page.querySelector<HTMLElement>('[data-save]')?.focus()
  })
  const opener = page.querySelector('[data-opens=identify]')
  opener?.addEventListener('click', goHome, { once: true, capture: true })
  form.addEventListener(
    THANKED,
    (event) => {
      if (!block.contains(form)) return
      goHome()
      thank(block, (event as CustomEvent<string>).detail, `${owner} ya sabe quién eres.`)
    },
    { once: true },
  )
  block.setAttribute('aria-labelledby', form.querySelector('h2')?.id ?? '')
  block.append(close, form)
  block.hidden = false
  const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'
  const isWhole = block.offsetHeight < page.documentElement.clientHeight - EDGES_PX
  block.scrollIntoView({ block: isWhole ? 'center' : 'start', behavior })
}

/** The Content-Security-Policy allows what a script adds to the page's own sheet. */
function addRules(page: Document): void {
  const sheet = page.styleSheets[0]
  for (const rule of OFFER_RULES)
    try {
      sheet?.insertRule(rule, sheet.cssRules.length)
    } catch {
      // An old browser passes over a rule that it does not know, as it does in a document.
    }
}

function reworded(form: HTMLElement, words: readonly (readonly [string, string])[]): () => void {
  const before = words.map(([selector, text]) => {
    const part = form.querySelector(selector)
    const plain = part?.textContent ?? ''
    if (part) part.textContent = text
    return [part, plain] as const
  })
  return () => {
    for (const [part, plain] of before) if (part) part.textContent = plain
  }
}

const closeButton = (dialog: HTMLDialogElement): Element =>
  dialog.querySelector('[data-part=close]')?.cloneNode(true) as Element

function thank(block: HTMLElement, text: string, more: string): void {
  block.innerHTML = `${TICK}<p><b></b><small></small></p>`
  for (const [tag, said] of [
    ['b', text],
    ['small', more],
  ] as const) {
    const part = block.querySelector(tag)
    if (part) part.textContent = said
  }
  block.removeAttribute('aria-labelledby')
  block.className += ' sent'
  block.setAttribute('role', 'status')
  block.tabIndex = -1
  block.hidden = false
  block.focus({ preventScroll: true })
}
