import type { MyData } from '@app/contracts/api/my-data-calls.ts'
import { MY_DATA_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { saveFile } from '../../../../ui/browser/save-file.ts'
import { isOutside } from '../page-dialog.ts'
import type { MyDataAsked } from '../watch-my-data.ts'
import type { MyDataCorrection, MyDataCalls } from './my-data-requests.ts'
import { correctionForm } from './correction-form.ts'
import { element } from './elements.ts'
import { linkForm } from './link-form.ts'
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
    element(page, 'div', { className: 'grab' }),
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
  else if (outcome.kind === 'none') put(status(page, TEXTS.none), linkForm(page, calls))
  else fail(dialog, outcome.detail ?? TEXTS.failed, () => void load(dialog, told))
}

const status = (page: Document, text: string): HTMLElement =>
  element(page, 'p', { className: 'lead', text, style: 'padding-right:44px', attributes: { role: 'status' } })

const quiet = (page: Document, text: string, onClick: () => void): HTMLElement =>
  element(page, 'button', {
    className: 'forget',
    text,
    onClick,
    style: 'min-height:44px;margin-right:18px',
    attributes: { type: 'button' },
  })

function fail({ page, put }: Dialog, text: string, retry: () => void): void {
  put(
    element(page, 'p', { className: 'failed', text, attributes: { role: 'alert' } }),
    quiet(page, 'Reintentar', retry),
  )
}

function show(dialog: Dialog, data: MyData, told?: string): void {
  const { page, asked, calls, put } = dialog
  const [last] = data.forms
  const hasActive = data.reminders.some((reminder) => reminder.status === 'active')
  put(
    status(page, told ?? `Lo que dejaste en el perfil de ${data.profile.name} con este navegador.`),
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
    linkForm(page, calls),
  )
}

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

function confirm(dialog: Dialog, data: MyData): void {
  const { page, put } = dialog
  const cancel = quiet(page, 'Cancelar', () => show(dialog, data))
  put(
    element(page, 'p', {
      className: 'lead',
      text: `¿Borrar para siempre lo que dijiste de ti a ${data.profile.name}? Tus visitas quedan en sus cifras, sin decir de quién son.${data.reminders.length === 0 ? '' : ' Los recordatorios que pediste con este navegador se cancelan, y tu correo se borra.'}`,
    }),
    element(page, 'button', {
      className: 'go',
      text: 'Borrar',
      style: 'background:#B42318',
      attributes: { type: 'button' },
      onClick: () => void erase(dialog, data),
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
