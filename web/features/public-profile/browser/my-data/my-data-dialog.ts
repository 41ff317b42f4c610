import type { MyData } from '@app/contracts/api/my-data-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { MY_DATA_LINK, YOUR_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { saveFile } from '../../../../ui/browser/save-file.ts'
import { isOutside } from '../page-dialog.ts'
import type { MyDataAsked } from '../watch-my-data.ts'
import type { MyDataCorrection, MyDataCalls } from './my-data-requests.ts'
import { correctionForm } from './correction-form.ts'
import { countingSwitch } from './counting-switch.ts'
import { element, quiet, status } from './elements.ts'
import { shownData } from './shown.ts'
import { TEXTS } from './my-data-texts.ts'

interface Means {
  readonly onRenamed: (name: string) => void
  readonly onForgotten: () => void
}

interface Dialog extends Means {
  readonly page: Document
  readonly asked: MyDataAsked
  readonly calls: MyDataCalls
  /** Replaces the content below the title. */
  readonly put: (...parts: readonly HTMLElement[]) => void
}

/** @returns opens it */
export function createMyDataDialog(
  page: Document,
  means: Means,
): (asked: MyDataAsked, calls: MyDataCalls) => void {
  const body = element(page, 'div')
  const close = element(page, 'button', {
    className: 'close',
    attributes: { type: 'button', 'aria-label': 'Cerrar' },
    onClick: () => dialog.close(),
  })
  close.append(crossIcon(page))
  const dialog = element(
    page,
    'dialog',
    { attributes: { 'aria-labelledby': 'my-data-title' } },
    close,
    element(page, 'h2', { text: MY_DATA_LINK.text, attributes: { id: 'my-data-title' } }),
    body,
  )
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && isOutside(dialog, event)) dialog.close()
  })
  page.body.append(dialog)
  const put = (...parts: readonly HTMLElement[]): void => {
    // The focused element is gone: the focus stays in the dialog.
    const hadFocus = body.contains(page.activeElement)
    body.replaceChildren(...parts)
    if (hadFocus) close.focus()
  }
  return (asked, calls) => {
    if (dialog.open) return
    dialog.showModal()
    close.focus()
    void load({ page, asked, calls, put, ...means })
  }
}

const SVG = 'http://www.w3.org/2000/svg'

function crossIcon(page: Document): SVGElement {
  const icon = page.createElementNS(SVG, 'svg')
  const path = page.createElementNS(SVG, 'path')
  path.setAttribute('d', 'M18 6 6 18M6 6l12 12')
  const drawn = {
    width: '22',
    height: '22',
    viewBox: '0 0 24 24',
    stroke: 'currentColor',
    'stroke-width': '2',
  }
  for (const [name, value] of Object.entries({ ...drawn, 'stroke-linecap': 'round', 'aria-hidden': 'true' }))
    icon.setAttribute(name, value)
  icon.append(path)
  return icon
}

async function load(dialog: Dialog, told?: string): Promise<void> {
  const { page, calls, put } = dialog
  put(status(page, TEXTS.loading))
  const outcome = await calls.show()
  if (outcome.kind === 'done') show(dialog, outcome.answer, told)
  else if (outcome.kind === 'none')
    put(status(page, TEXTS.none), switchOf(dialog, false), everythingElse(page))
  else fail(dialog, outcome.detail ?? TEXTS.failed, () => void load(dialog, told))
}

function fail({ page, put }: Dialog, text: string, retry: () => void): void {
  put(
    element(page, 'p', { className: 'failed', text, attributes: { role: 'alert' } }),
    quiet(page, 'Reintentar', retry),
  )
}

function show(dialog: Dialog, data: MyData, told?: string): void {
  const { page, asked, put } = dialog
  const [last] = data.forms
  const hasActive = data.reminders.some((reminder) => reminder.status === 'active')
  put(
    status(page, told ?? `Lo que dejaste en el perfil de ${isolated(data.profile.name)} con este navegador.`),
    shownData(page, data),
    element(
      page,
      'div',
      { style: 'margin-top:14px' },
      last && quiet(page, 'Corregir', () => correct(dialog, data)),
      hasActive && quiet(page, 'Cancelar recordatorio', () => void cancelReminders(dialog)),
      quiet(page, 'Descargar', () => saveFile(fileOf(data), `mis-datos-${asked.slug}.json`)),
      quiet(page, 'Borrar mis datos', () => confirm(dialog, data)),
    ),
    switchOf(dialog, data.forms_total + data.reminders.length > 0 || data.name_sent !== null),
    everythingElse(page),
  )
}

/** What this browser cannot show: of other browsers, by e-mail, of other cards. */
const everythingElse = (page: Document): HTMLElement =>
  element(
    page,
    'p',
    { className: 'lead', style: 'margin-top:14px' },
    `${TEXTS.elsewhere} `,
    element(page, 'a', {
      text: YOUR_DATA_LINK.text,
      style: 'text-decoration:underline;font-weight:650',
      attributes: { href: YOUR_DATA_LINK.path },
    }),
  )

async function cancelReminders(dialog: Dialog): Promise<void> {
  const { calls } = dialog
  const outcome = await calls.cancelReminders()
  if (outcome.kind === 'failed')
    return fail(dialog, outcome.detail ?? TEXTS.notCancelled, () => void load(dialog))
  await load(dialog, TEXTS.cancelled)
}

/** The answer as it came. */
const fileOf = (data: MyData): Blob => new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' })

function correct(dialog: Dialog, data: MyData): void {
  const { page, calls, onRenamed, put } = dialog
  const save = async (correction: MyDataCorrection): Promise<string | undefined> => {
    const outcome = await calls.correct(correction)
    if (outcome.kind === 'failed') return outcome.detail ?? TEXTS.notSaved
    if (outcome.kind === 'done') onRenamed(correction.full_name)
    void load(dialog, TEXTS.saved)
    return undefined
  }
  const form = correctionForm(page, data, { save, cancel: () => show(dialog, data) })
  put(form)
  form.querySelector('input')?.focus()
}

function switchOf(dialog: Dialog, hasWords: boolean): HTMLElement {
  const { page, put } = dialog
  return countingSwitch({
    ...dialog,
    hasWords,
    told: (text) => put(status(page, text), switchOf(dialog, false)),
    ask: (text, answers) => ask(dialog, text, { ...answers, onCancel: () => void load(dialog) }),
    fail: (text, retry) => fail(dialog, text, retry),
  })
}

function confirm(dialog: Dialog, data: MyData): void {
  const text = `¿Borrar para siempre lo que dijiste de ti a ${isolated(data.profile.name)}? Tus visitas quedan en sus cifras, sin decir de quién son.${data.reminders.length === 0 ? '' : ' Los recordatorios que pediste con este navegador se cancelan, y tu correo se borra.'}`
  ask(dialog, text, {
    go: 'Borrar',
    onGo: () => void erase(dialog, data),
    onCancel: () => show(dialog, data),
  })
}

interface Answers {
  readonly go: string
  readonly onGo: () => void
  readonly onCancel: () => void
}

function ask({ page, put }: Dialog, text: string, { go, onGo, onCancel }: Answers): void {
  const cancel = quiet(page, 'Cancelar', onCancel)
  put(
    element(page, 'p', { className: 'lead', text }),
    element(page, 'button', {
      className: 'go',
      text: go,
      style: 'background:#B42318',
      attributes: { type: 'button' },
      onClick: onGo,
    }),
    cancel,
  )
  cancel.focus()
}

async function erase(dialog: Dialog, data: MyData): Promise<void> {
  const { page, calls, put, onForgotten } = dialog
  put(status(page, 'Borrando…'))
  const outcome = await calls.erase()
  // An answer that got lost: it is erased already.
  if (outcome.kind === 'failed')
    return fail(dialog, outcome.detail ?? TEXTS.notErased, () => confirm(dialog, data))
  onForgotten()
  put(status(page, TEXTS.erased))
}
