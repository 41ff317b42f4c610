import { TEXT_LIMITS } from '@app/contracts/limits/text-limits.ts'
import { isBusy, whileBusy } from '../page-dialog.ts'
import type { MyDataCalls } from './my-data-requests.ts'
import { element } from './elements.ts'
import { TEXTS } from './my-data-texts.ts'

/** For reminders that this browser cannot prove to be its own: from another one, or without an id. */
export function linkForm(page: Document, { sendLink }: Pick<MyDataCalls, 'sendLink'>): HTMLElement {
  const input = element(page, 'input', {
    attributes: {
      id: 'my-email',
      type: 'email',
      autocomplete: 'email',
      maxlength: String(TEXT_LIMITS.emailCharsMax),
      'aria-describedby': 'my-link-said',
    },
  })
  const said = element(page, 'p', { className: 'lead', attributes: { role: 'status', id: 'my-link-said' } })
  const submit = element(page, 'button', {
    className: 'go',
    text: 'Enviar enlace',
    attributes: { type: 'submit' },
  })
  const form = element(
    page,
    'form',
    { attributes: { novalidate: '' } },
    element(page, 'p', { className: 'lead', text: TEXTS.linkLead }),
    element(page, 'label', { text: 'Correo electrónico', attributes: { for: 'my-email' } }),
    input,
    said,
    submit,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy(submit)) return
    void whileBusy(submit, async () => {
      const outcome = await sendLink(input.value)
      const isSent = outcome.kind === 'done'
      said.className = isSent ? 'lead' : 'hint'
      said.textContent = isSent
        ? outcome.answer.message
        : (outcome.kind === 'failed' && outcome.detail) || TEXTS.notSent
    })
  })
  return element(
    page,
    'details',
    { style: 'margin-top:18px' },
    element(page, 'summary', { text: TEXTS.link, style: 'min-height:32px;font-weight:650' }),
    form,
  )
}
