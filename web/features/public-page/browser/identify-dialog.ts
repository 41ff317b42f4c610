import { hasPhoneDigits } from '@app/contracts/fields/phone.ts'
import { isDone, type CallAnswer, type Send, newUuid } from './send-call.ts'
import type { Clock } from './clock.ts'
import { isBusy, watchDialog, whileBusy, type FormDialog } from './page-dialog.ts'
import { pageEventFields } from './clicks.ts'
import type { PageVisit } from './page-visit.ts'
import type { DeviceVisitor } from './device-storage.ts'
import { isolated } from '@app/contracts/fields/names.ts'

const firstName = (name: string): string => isolated(name.trim().split(/\s+/)[0] ?? name)

type Named = Pick<DeviceVisitor, 'name' | 'rename'>

/** Thanks the visitor whose name this browser keeps, and lets another person deny it. */
export function watchKnownVisitor(page: ParentNode, { name, rename }: Named): Named {
  const find = <T extends HTMLElement>(selector: string) => page.querySelector<T>(selector)
  const [line, thanks] = [find('[data-visitor]'), find('[data-visitor-thanks]')]
  const [forget, offer] = [find('[data-visitor-forget]'), find('[data-offer]')]
  const draw = (): void => {
    const named = name()
    if (!line || !thanks || !forget) return
    line.hidden = named === undefined
    if (named === undefined) return
    if (offer) offer.hidden = true
    thanks.textContent = `¡Gracias, ${firstName(named)}!`
    forget.textContent = `No soy ${firstName(named)}`
  }
  const renamed = (next: string | undefined): void => {
    rename(next)
    draw()
  }
  if (forget) {
    forget.addEventListener('click', () => {
      renamed(undefined)
      const form = find<HTMLFormElement>('[data-dialog=identify] form')
      if (form) form.reset()
      const opener = find('[data-opens=identify]')
      if (opener) opener.focus()
    })
  }
  draw()
  return { name, rename: renamed }
}

/** The hint about missing digits appears only after the field loses the focus. */
function hintAtDigits(field: HTMLInputElement): void {
  field.addEventListener('input', () => {
    if (isFine(field)) showHint(field)
  })
  field.addEventListener('change', () => showHint(field))
}

const isFine = ({ value }: HTMLInputElement): boolean => value.trim() === '' || hasPhoneDigits(value)

function showHint(field: HTMLInputElement): void {
  const hint = document.getElementById(`${field.id}-hint`)
  if (hint) hint.hidden = isFine(field)
  if (isFine(field)) field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}

export interface Identity {
  readonly full_name: string
  readonly phone: string
  readonly description: string
}

interface Means {
  readonly clock: Clock
  readonly identify: (identity: Identity) => Promise<CallAnswer>
  readonly name: () => string | undefined
  readonly rename: (name: string | undefined) => void
}

const FIELDS: readonly (keyof Identity)[] = ['full_name', 'phone', 'description']
const INVALID = 422

function identityOf({ field }: FormDialog): Identity {
  const valueOf = (name: keyof Identity): string => field(name).value.trim()
  return { full_name: valueOf('full_name'), phone: valueOf('phone'), description: valueOf('description') }
}

export function watchIdentifyDialog(page: ParentNode, means: Means): void {
  const parts = watchDialog(page, 'identify', (opened) => begin(opened, means))
  if (!parts) return
  parts.form.addEventListener('input', () => allowConfirm(parts))
  hintAtDigits(parts.field('phone'))
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(parts, means)
  })
}

function allowConfirm(parts: FormDialog): void {
  const identity = identityOf(parts)
  const isFilled = Object.values(identity).every((value) => value !== '')
  parts.submit.disabled = !isFilled || !hasPhoneDigits(identity.phone)
}

function begin(parts: FormDialog, { name }: Means): void {
  const { field, part } = parts
  const fullName = field('full_name')
  part('failed').hidden = true
  fullName.value ||= name() ?? ''
  allowConfirm(parts)
  const fields = FIELDS.map((named) => field(named))
  ;(fields.find(({ value }) => value === '') ?? fullName).focus()
}

async function submit(parts: FormDialog, means: Means): Promise<void> {
  const { submit: confirm, part, field, thank } = parts
  const identity = identityOf(parts)
  allowConfirm(parts)
  showHint(field('phone'))
  if (confirm.disabled || isBusy(confirm)) return
  const { status, detail } = await whileBusy(confirm, () => means.identify(identity))
  const isRecorded = isDone(status)
  part('failed').hidden = isRecorded
  part('problem').textContent = isRecorded
    ? ''
    : (status === INVALID && detail) || 'No pudimos enviar tus datos.'
  if (!isRecorded) return
  means.rename(identity.full_name)
  thank(`¡Gracias, ${firstName(identity.full_name)}!`, means.clock)
}

/** Reuses the event id while the same data is sent again. */
export function createIdentify(
  send: Send,
  visitNow: () => PageVisit,
): (identity: Identity) => Promise<CallAnswer> {
  let last = { text: '', eventId: '' }
  return (identity) => {
    const text = JSON.stringify(identity)
    if (text !== last.text) last = { text, eventId: newUuid() }
    const visit = visitNow()
    return send(`/api/public/identify/${visit.profileId}`, {
      ...identity,
      ...pageEventFields(visit, last.eventId),
    })
  }
}
