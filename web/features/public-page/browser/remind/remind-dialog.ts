import { isDone, type CallAnswer } from '../send-call.ts'
import type { Clock } from '../clock.ts'
import { isBusy, watchDialog, whileBusy, type FormDialog } from '../page-dialog.ts'

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
