import type { Clock } from './clock.ts'
import { eventQuery, type Visit } from './visit.ts'

const SAID_MS = 3_000

/** Gives the file's address the ids of the visit when it is pressed; the browser then follows the link as ever. */
export function watchSaveContact(
  page: ParentNode,
  clock: Clock,
  visitNow: () => Visit,
  visitorName: () => string | undefined,
): void {
  const link = page.querySelector<HTMLAnchorElement>('[data-save]')
  const label = page.querySelector('[data-save-label]')
  const status = page.querySelector('[data-save-status]')
  const address = link?.getAttribute('href')
  if (!link || !label || !status || !address) return
  const plain = label.textContent
  let callOff: (() => void) | undefined

  link.addEventListener('click', () => {
    link.href = `${address}?${eventQuery(visitNow(), { visitor_name: visitorName() })}`
    label.textContent = status.textContent = 'Contacto guardado'
    callOff?.()
    callOff = clock.after(SAID_MS, () => {
      label.textContent = plain
      status.textContent = ''
    })
  })
}
