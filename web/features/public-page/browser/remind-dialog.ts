import { type Clock } from './clock.ts'
import { isDone, type CallAnswer, isSettled, type Send, newUuid } from './send-call.ts'
import { isBusy, watchDialog, whileBusy, type FormDialog } from './page-dialog.ts'
import type { PageVisit } from './page-visit.ts'

interface Means {
  readonly clock: Clock
  readonly remind: (email: string) => Promise<CallAnswer>
}

const EMPTY = 'Por favor ingresa tu correo electrónico'
const FAILED = 'Error al activar el recordatorio. Inténtalo de nuevo.'
const INVALID = 422

export function watchRemindDialog(page: ParentNode, means: Means): void {
  const parts = watchDialog(page, 'remind', (opened) => {
    say(opened, '')
    opened.field('email').focus()
  })
  if (!parts) return
  parts.form.addEventListener('input', () => say(parts, ''))
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(parts, means)
  })
}

/** Below the field, which is marked only when it is at fault itself. */
function say({ dialog, field }: FormDialog, text: string, isItsFault = false): void {
  const hint = dialog.querySelector<HTMLElement>('.hint')
  if (hint) {
    hint.textContent = text
    hint.hidden = text === ''
  }
  if (isItsFault) field('email').setAttribute('aria-invalid', 'true')
  else field('email').removeAttribute('aria-invalid')
}

async function submit(parts: FormDialog, { clock, remind }: Means): Promise<void> {
  if (isBusy(parts.submit)) return
  const email = parts.field('email').value // of type `email`: browsers trim it
  const isEmpty = email === ''
  const answer = isEmpty
    ? { status: INVALID, detail: EMPTY }
    : await whileBusy(parts.submit, () => remind(email))
  const { status, detail, message }: CallAnswer = answer
  if (isDone(status)) return parts.thank(message || '', clock)
  say(parts, detail || FAILED, status === INVALID)
  parts.field('email').focus()
}

/** One key for all tries with one address, until one of them is answered for good. */
export function createRemind(send: Send, visitNow: () => PageVisit): (email: string) => Promise<CallAnswer> {
  let last: { readonly email: string; readonly key: string; readonly body: object } | undefined
  let answered: string | undefined
  return async (email) => {
    if (!last || last.email !== email)
      last = { email, key: newUuid(), body: bodyOf(email, visitNow(), email === answered) }
    const answer = await send('/api/reminders/subscribe', last.body, { 'idempotency-key': last.key })
    if (isSettled(answer.status)) last = undefined
    answered = email
    return answer
  }
}

const bodyOf = (email: string, { profileId, visitId, visitorId, source }: PageVisit, isRight: boolean) => ({
  email,
  ...(isRight && { as_typed: true }),
  profile_id: profileId,
  visit_id: visitId,
  source,
  ...(visitorId !== undefined && { visitor_id: visitorId }),
})
