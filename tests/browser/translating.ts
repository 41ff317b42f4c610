import type { Page } from 'playwright-core'

/** As Chrome's translation does it, and again after each change, also in the phones that are drawn. */
const TRANSLATING = `(() => {
  const LEFT_ALONE = 'script, style, noscript, textarea, svg, font'
  const replaced = []
  function translate(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest(LEFT_ALONE)) continue
      const font = document.createElement('font')
      const words = font.appendChild(document.createElement('font'))
      replaced.push({ text, was: text.data, font })
      words.textContent = text.data
      text.replaceWith(font)
    }
  }
  const changes = { childList: true, characterData: true, subtree: true }
  const phones = [...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? [])
  for (const root of [document.body, ...phones]) {
    translate(root)
    new MutationObserver(() => translate(root)).observe(root, changes)
  }
  const isStale = ({ text, was, font }) => font.isConnected && text.data !== was && text.data !== ''
  window.staleTexts = () => replaced.filter(isStale).map(({ text, was }) => was + ' is now ' + text.data)
})()`
export const translate = (page: Page): Promise<void> => page.evaluate(TRANSLATING)

/** What has changed since, but still stands there as it was. */
export const staleTexts = (page: Page): Promise<readonly string[]> => page.evaluate('window.staleTexts()')

interface Presses {
  readonly pressed: readonly string[]
  /** What leads to another screen or part is pressed last, and nothing of that one. */
  readonly isLeaving: boolean
}

/** Fills what is empty, then presses the first control that was not pressed before. */
const pressNext = ({ pressed, isLeaving }: Presses): string => `(async () => {
  const pressed = new Set(${JSON.stringify(pressed)})
  const VALUES = {
    email: 'ana.rios@correo.example', password: 'Correcta1', tel: '+56 9 8765 4321', number: '2', url: 'https://correo.example/ana',
  }
  const CONTROLS = 'button, summary, input[type=checkbox], input[type=radio], a[href]' +
    ['tab', 'switch', 'menuitem', 'option'].map((role) => ', [role=' + role + ']').join('')
  const SHELL = 'aside:has(nav), nav, [role=tablist][aria-label=Administración]'
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((at) => at.getClientRects().length > 0 && !at.closest('[inert]'))
  const words = (at) => (at?.getAttribute('aria-label') ?? at?.textContent ?? '').trim().replace(/\\d+/g, '#')
  for (const input of shown('input, textarea')) {
    if (input.value !== '' || input.disabled || /file|checkbox|radio|color|search/.test(input.type)) continue
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')
    set.call(input, VALUES[input.type] ?? 'Ana Rios')
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const dialog = shown('[role=dialog], [role=alertdialog], dialog[open]').at(-1)
  const prefix = dialog ? words(dialog.querySelector('h1, h2, h3')) + ': ' : ''
  const isLink = (at) => at.localName === 'a'
  const endsAll = (at) =>
    at.disabled || /^(?:Cerrar sesi|Cerrar todas|Eliminar (?:mi )?cuenta)/.test(words(at)) ||
    (isLink(at) && (at.target !== '' || at.download !== '' || at.pathname !== location.pathname))
  const leads = (at) => !dialog && (at.closest(SHELL) !== null || (isLink(at) && at.search !== location.search))
  const closes = (at) => /^(?:Cancelar|Cerrar|Volver|Seguir editando)/.test(words(at))
  const next = shown(CONTROLS)
    .filter((at) => (!dialog || dialog.contains(at)) && !endsAll(at) && !pressed.has(prefix + words(at)))
    .filter((at) => dialog || leads(at) || !${isLeaving})
    .sort((one, other) => leads(one) - leads(other) || closes(one) - closes(other))[0]
  if (next === undefined) return { key: dialog === undefined ? null : '', isLeaving: ${isLeaving} }
  const isLeaving = ${isLeaving} || leads(next)
  const key = prefix + words(next)
  window.name = key
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup']) {
    const Kind = type.startsWith('pointer') ? PointerEvent : MouseEvent
    next.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, pointerType: 'mouse' }))
  }
  next.click()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return { key, isLeaving }
})()`

interface Press {
  /** Empty: its dialog has nothing more. Null: the screen has nothing more. */
  readonly key: string | null
  readonly isLeaving: boolean
}
const PRESSES_MAX = 120

/** Each control that stays on the screen, once; a dialog's as well, before it is closed. @returns their names */
export async function pressEverything(page: Page, reload: () => Promise<void>): Promise<readonly string[]> {
  const pressed: string[] = []
  let isLeaving = false
  const { pathname } = new URL(page.url())
  while (pressed.length < PRESSES_MAX) {
    const press: Press = await page
      .evaluate<Press>(pressNext({ pressed, isLeaving }))
      .catch(async (error: unknown) => {
        if (!String(error).includes('navigation')) throw error
        await reload()
        return { key: await page.evaluate<string>('name'), isLeaving }
      })
    if (press.key === null) break
    if (press.key === '') await page.keyboard.press('Escape')
    pressed.push(press.key)
    isLeaving = press.isLeaving
    if (new URL(page.url()).pathname !== pathname) break
  }
  await page.waitForLoadState('load')
  return pressed
}
