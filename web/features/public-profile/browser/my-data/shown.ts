import type { MyData } from '@app/contracts/api/my-data-calls.ts'
import { element } from './elements.ts'
import { consentTold, isoInstantText, momentText, reminderTold, TEXTS } from './my-data-texts.ts'

const ROW = 'margin-top:8px;padding:12px 14px;border-radius:14px;background:#F3F6F7;overflow-wrap:anywhere'
const QUIET = 'margin-top:4px;color:#566A73;font-size:.78125rem;line-height:1.4'
/** Read from the side on which their language begins. */
const OWN_WORDS = { dir: 'auto' }
const PART = 'margin-top:18px;font-size:.9375rem;font-weight:650'

/** A visitor's data, the newest first. */
export function shownData(page: Document, data: MyData): HTMLElement {
  return element(page, 'div', {}, wordsOf(page, data), remindersOf(page, data), momentsOf(page, data))
}

function wordsOf(
  page: Document,
  { forms, forms_total: total, name_sent: name, is_blocked }: MyData,
): HTMLElement {
  const rows = forms.map((form) =>
    element(
      page,
      'div',
      { style: ROW },
      element(page, 'b', { text: form.full_name, attributes: OWN_WORDS }),
      element(page, 'p', { text: form.phone }),
      element(page, 'p', { text: form.description, style: 'white-space:pre-line', attributes: OWN_WORDS }),
      element(page, 'p', { text: `${isoInstantText(form.at)}. ${consentTold(form)}`, style: QUIET }),
    ),
  )
  const isNamedOnly = name !== null && forms.length === 0
  const none = is_blocked ? TEXTS.blocked : TEXTS.noWords
  return element(
    page,
    'div',
    {},
    element(page, 'h3', { text: 'Lo que dijiste', style: PART }),
    rows.length === 0 &&
      element(page, 'p', { className: 'lead', text: isNamedOnly ? name : none, attributes: OWN_WORDS }),
    ...rows,
    total > forms.length && more(page, forms.length, total),
  )
}

function remindersOf(page: Document, { reminders }: MyData): HTMLElement | undefined {
  if (reminders.length === 0) return undefined
  return element(
    page,
    'div',
    {},
    element(page, 'h3', { text: 'Recordatorios', style: PART }),
    ...reminders.map((reminder) =>
      element(
        page,
        'div',
        { style: ROW },
        element(page, 'b', { text: reminder.email || 'Correo borrado' }),
        element(page, 'p', { text: reminderTold(reminder), style: QUIET }),
      ),
    ),
  )
}

function momentsOf(page: Document, { moments, moments_total: total }: MyData): HTMLElement | undefined {
  if (moments.length === 0) return undefined
  const rows = moments.map((moment) =>
    element(
      page,
      'li',
      { style: 'padding:6px 0' },
      momentText(moment),
      element(page, 'time', {
        text: isoInstantText(moment.at),
        style: 'display:block;color:#566A73;font-size:.78125rem',
        attributes: { datetime: moment.at },
      }),
    ),
  )
  return element(
    page,
    'details',
    { style: 'margin-top:18px' },
    element(page, 'summary', { text: `Lo que hiciste (${total})`, style: 'min-height:32px;font-weight:650' }),
    element(page, 'ul', { style: 'padding-left:18px' }, ...rows),
    total > moments.length && more(page, moments.length, total),
  )
}

const more = (page: Document, shown: number, total: number): HTMLElement =>
  element(page, 'p', { text: `Se muestran los últimos ${shown} de ${total}.`, style: QUIET })
