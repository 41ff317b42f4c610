import type { VisitorForm } from '../view/viewed-profile.ts'
import type { Clock } from './clock.ts'

export interface FormDialog {
  readonly dialog: HTMLDialogElement
  readonly form: HTMLFormElement
  readonly submit: HTMLButtonElement
  readonly field: (name: string) => HTMLInputElement
  readonly part: (name: string) => HTMLElement
  /** Replaces the form by a text, and closes the dialog two seconds later. */
  readonly thank: (text: string, clock: Clock) => void
}

/** The form was sent; its detail is what the visitor is thanked with. */
export const THANKED = 'thanked'
const THANKED_MS = 2_000

/** Its button opens it. Undefined in old browsers without dialogs, which show no button then. */
export function watchDialog(
  page: ParentNode,
  name: VisitorForm,
  opened: (parts: FormDialog) => void,
): FormDialog | undefined {
  const dialog = page.querySelector<HTMLDialogElement>(`[data-dialog=${name}]`)
  const opener = page.querySelector<HTMLElement>(`[data-opens=${name}]`)
  if (!dialog || !opener) return undefined
  if (typeof dialog.showModal !== 'function') {
    opener.hidden = true
    return undefined
  }
  const parts = partsOf(dialog)
  const [close, form, thanks] = [parts.part('close'), parts.form, parts.part('thanks')]
  opener.setAttribute('aria-haspopup', 'dialog')
  opener.addEventListener('click', () => {
    askForLostStyle(page)
    form.hidden = false
    thanks.textContent = ''
    dialog.showModal()
    opened(parts)
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && isOutside(dialog, event)) dialog.close()
  })
  dialog.addEventListener('close', () => opener.focus())
  return parts
}

/** What draws dialogs and offer comes beside the page, and may have been lost. Browsers give a lost one no sheet, or one that throws. */
export function askForLostStyle(page: ParentNode): void {
  const link = page.querySelector<HTMLLinkElement>('body>link')
  try {
    if (link?.sheet?.cssRules[0]) return
  } catch {
    // As if it had none.
  }
  link?.replaceWith(link.cloneNode())
}

function partsOf(dialog: HTMLDialogElement): FormDialog {
  const form = dialog.querySelector('form') as HTMLFormElement
  // The form can be away from its dialog: offer/offered-form.ts.
  const part = <T extends HTMLElement>(name: string): T => {
    const named = `[data-part=${name}]`
    return (form.querySelector(named) || dialog.querySelector(named)) as T
  }
  return {
    dialog,
    form,
    submit: part('submit'),
    part,
    field: (name) => form.elements.namedItem(name) as HTMLInputElement,
    thank: (text, clock) => {
      form.reset()
      form.hidden = true
      part('thanks').textContent = text
      part('close').focus()
      form.dispatchEvent(new CustomEvent(THANKED, { detail: text }))
      const callOff = clock.after(THANKED_MS, () => dialog.close())
      dialog.addEventListener('close', callOff, { once: true })
    },
  }
}

/** Clicks on the backdrop have the dialog as target. */
function isOutside(dialog: HTMLDialogElement, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect()
  return clientX < left || clientX > right || clientY < top || clientY > bottom
}

export const isBusy = (button: HTMLElement): boolean => button.getAttribute('aria-busy') === 'true'

/** The button shows that the form is being sent. */
export async function whileBusy<Answer>(button: HTMLElement, work: () => Promise<Answer>): Promise<Answer> {
  const label = button.textContent
  button.textContent = 'Enviando...'
  button.setAttribute('aria-busy', 'true')
  const answer = await work()
  button.textContent = label
  button.removeAttribute('aria-busy')
  return answer
}
