import { hasPhoneDigits } from '@app/contracts/fields/phone-typing.ts'
import type { CallAnswer } from '../call.ts'
import type { Clock } from '../clock.ts'
import { groupWhileTyping, showHint } from './phone-field.ts'

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

const THANKED_MS = 2_000
const FIELDS: readonly (keyof Identity)[] = ['full_name', 'phone', 'description']

const firstName = (name: string): string => name.split(/\s+/)[0] ?? name

function partsOf(page: ParentNode) {
  const part = (name: string) => page.querySelector<HTMLElement>(`[data-identify${name}]`)
  const dialog = page.querySelector<HTMLDialogElement>('[data-identify]')
  const form = page.querySelector<HTMLFormElement>('[data-identify-form]')
  const confirm = page.querySelector<HTMLButtonElement>('[data-identify-confirm]')
  const [opener, close, forget] = [part('-opener'), part('-close'), part('-forget')]
  const [failed, problem, thanks] = [part('-failed'), part('-problem'), part('-thanks')]
  if (!dialog || !opener || !close || !form || !confirm || !forget || !failed || !problem || !thanks)
    return undefined
  return { dialog, opener, close, form, confirm, forget, failed, problem, thanks }
}
type Parts = NonNullable<ReturnType<typeof partsOf>>

const fieldOf = (form: HTMLFormElement, name: keyof Identity): HTMLInputElement =>
  form.elements.namedItem(name) as HTMLInputElement

function identityOf(form: HTMLFormElement): Identity {
  const valueOf = (name: keyof Identity): string => fieldOf(form, name).value.trim()
  return { full_name: valueOf('full_name'), phone: valueOf('phone'), description: valueOf('description') }
}

export function watchIdentifyDialog(page: ParentNode, means: Means): void {
  const parts = partsOf(page)
  if (!parts) return
  if (typeof parts.dialog.showModal !== 'function') return void (parts.opener.hidden = true)
  parts.opener.addEventListener('click', () => open(parts, means))
  parts.close.addEventListener('click', () => parts.dialog.close())
  parts.dialog.addEventListener('click', (event) => {
    if (event.target === parts.dialog && isOutside(parts.dialog, event)) parts.dialog.close()
  })
  parts.dialog.addEventListener('close', () => parts.opener.focus())
  parts.form.addEventListener('input', () => allowConfirm(parts))
  groupWhileTyping(fieldOf(parts.form, 'phone'))
  parts.forget.addEventListener('click', () => forget(parts, means))
  parts.form.addEventListener('submit', (event) => {
    event.preventDefault()
    void submit(parts, means)
  })
}

/** Clicks on the backdrop have the dialog as target. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

function allowConfirm({ form, confirm }: Parts): void {
  const identity = identityOf(form)
  const isFilled = Object.values(identity).every((value) => value !== '')
  confirm.disabled = !isFilled || !hasPhoneDigits(identity.phone)
}

function open(parts: Parts, { name }: Means): void {
  const [known, fullName] = [name(), fieldOf(parts.form, 'full_name')]
  parts.thanks.textContent = ''
  parts.form.hidden = false
  parts.failed.hidden = true
  parts.forget.hidden = known === undefined
  if (known !== undefined) {
    parts.forget.textContent = `No soy ${firstName(known)}`
    fullName.value ||= known
  }
  allowConfirm(parts)
  parts.dialog.showModal()
  const fields = FIELDS.map((field) => fieldOf(parts.form, field))
  ;(fields.find(({ value }) => value === '') ?? fullName).focus()
}

function forget(parts: Parts, { rename }: Means): void {
  rename(undefined)
  parts.form.reset()
  showHint(fieldOf(parts.form, 'phone'))
  parts.forget.hidden = true
  allowConfirm(parts)
  fieldOf(parts.form, 'full_name').focus()
}

async function submit(parts: Parts, means: Means): Promise<void> {
  const { form, confirm, failed, problem } = parts
  const identity = identityOf(form)
  allowConfirm(parts)
  showHint(fieldOf(form, 'phone'))
  if (confirm.disabled || confirm.getAttribute('aria-busy') === 'true') return
  confirm.textContent = 'Enviando...'
  confirm.setAttribute('aria-busy', 'true')
  const { status, detail } = await means.identify(identity)
  confirm.textContent = 'Confirmar'
  confirm.removeAttribute('aria-busy')
  failed.hidden = status >= 200 && status < 300
  problem.textContent = failed.hidden ? '' : (detail ?? 'No pudimos enviar tus datos.')
  if (failed.hidden) thank(parts, means, identity.full_name)
}

function thank(parts: Parts, { clock, rename }: Means, name: string): void {
  rename(name)
  parts.form.reset()
  parts.form.hidden = true
  parts.thanks.textContent = `¡Gracias, ${firstName(name)}!`
  parts.close.focus()
  const callOff = clock.after(THANKED_MS, () => parts.dialog.close())
  parts.dialog.addEventListener('close', callOff, { once: true })
}
