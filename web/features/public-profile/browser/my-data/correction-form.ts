import type { MyData } from '@app/contracts/api/my-data-calls.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import { identifyConsentText } from '@app/contracts/privacy/consents.ts'
import { TEXT_LIMITS } from '@app/contracts/limits/text-limits.ts'
import { PRIVACY_LINK } from '@app/contracts/privacy/privacy-links.ts'
import { isBusy, whileBusy } from '../page-dialog.ts'
import type { MyDataCorrection } from './my-data-requests.ts'
import { element } from './elements.ts'

const FIELDS = [
  { name: 'full_name', label: 'Nombre completo', max: TEXT_LIMITS.nameCharsMax, autocomplete: 'name' },
  { name: 'phone', label: 'Teléfono', max: TEXT_LIMITS.phoneCharsMax, autocomplete: 'tel' },
  {
    name: 'description',
    label: '¿De dónde se conocen?',
    max: TEXT_LIMITS.paragraphCharsMax,
    autocomplete: 'off',
  },
] as const
type Field = (typeof FIELDS)[number]
type Input = HTMLInputElement | HTMLTextAreaElement

interface Means {
  /** Resolves to what went wrong. */
  readonly save: (correction: MyDataCorrection) => Promise<string | undefined>
  readonly cancel: () => void
}

/** Another identification, filled with the last one. */
export function correctionForm(page: Document, data: MyData, { save, cancel }: Means): HTMLFormElement {
  const inputs = FIELDS.map((field) => inputOf(page, field, data.forms[0]?.[field.name] ?? ''))
  const problem = element(page, 'p', { className: 'hint', attributes: { role: 'alert', id: 'my-problem' } })
  const submit = element(page, 'button', {
    className: 'go',
    text: 'Guardar corrección',
    attributes: { type: 'submit' },
  })
  const form = element(
    page,
    'form',
    { attributes: { novalidate: '' } },
    ...FIELDS.flatMap(({ name, label }, index) => [
      element(page, 'label', { text: label, attributes: { for: `my-${name}` } }),
      inputs[index],
    ]),
    problem,
    submit,
    backButton(page, cancel),
    consentLine(page, isolated(data.profile.name)),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const empty = inputs.find(({ value }) => value.trim() === '')
    problem.textContent = empty ? 'Completa este campo.' : ''
    if (empty) return empty.focus()
    if (!isBusy(submit)) void send(inputs, { submit, problem, save })
  })
  return form
}

function inputOf(page: Document, { name, max, autocomplete }: Field, value: string): Input {
  const attributes = { id: `my-${name}`, name, autocomplete, required: '', maxlength: String(max) }
  const input = element(page, name === 'description' ? 'textarea' : 'input', {
    attributes: {
      ...attributes,
      dir: 'auto',
      'aria-describedby': 'my-problem',
      ...(name === 'phone' && { type: 'tel' }),
    },
  })
  input.value = value
  return input
}

const backButton = (page: Document, onClick: () => void): HTMLElement =>
  element(page, 'button', { className: 'forget', text: 'Volver', onClick, attributes: { type: 'button' } })

const consentLine = (page: Document, owner: string): HTMLElement =>
  element(
    page,
    'p',
    { className: 'consent' },
    `${identifyConsentText(owner)} `,
    element(page, 'a', {
      text: PRIVACY_LINK.text,
      attributes: { href: PRIVACY_LINK.path, target: '_blank', rel: 'noopener' },
    }),
  )

async function send(
  inputs: readonly Input[],
  form: Pick<Means, 'save'> & { readonly submit: HTMLElement; readonly problem: HTMLElement },
): Promise<void> {
  const [full_name = '', phone = '', description = ''] = inputs.map(({ value }) => value)
  const fault = await whileBusy(form.submit, () => form.save({ full_name, phone, description }))
  form.problem.textContent = fault ?? ''
}
