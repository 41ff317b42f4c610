import { THANKED } from '../page-dialog.ts'
import { OFFER_RULES } from './offer-css.ts'

const TICK =
  '<svg aria-hidden="true" width="44" height="44" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"><path d="M20 6 9 17l-5-5"/></svg>'

/** The dialog's own form, below the links: it is lent, and goes home when it was sent, closed or wanted in its dialog. */
export function showOffer(page: Document): void {
  const block = page.querySelector<HTMLElement>('[data-offer]')
  const dialog = page.querySelector<HTMLDialogElement>('[data-dialog=identify]')
  const form = dialog?.querySelector('form')
  if (!block || !dialog || !form || dialog.open || typeof dialog.showModal !== 'function') return
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
  block.scrollIntoView({ block: 'center', behavior })
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
