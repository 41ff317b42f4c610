import type { VisitorForm } from '../view/Person.tsx'
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

const THANKED_MS = 2_000

/** Buttons open it, of which old browsers without dialogs have none: undefined there. */
export function watchDialog(
  page: ParentNode,
  name: VisitorForm,
  opened: (parts: FormDialog) => void,
): FormDialog | undefined {
  const dialog = page.querySelector<HTMLDialogElement>(`[data-dialog=${name}]`)
  if (!dialog) return undefined
  const openers = page.querySelectorAll(`[data-opens=${name}]`)
  if (typeof dialog.showModal !== 'function') {
    for (const opener of openers) opener.remove()
    return undefined
  }
  const parts = partsOf(dialog)
  const [close, form, thanks] = [parts.part('close'), parts.form, parts.part('thanks')]
  const open = (): void => {
    form.hidden = false
    thanks.textContent = ''
    dialog.showModal()
    opened(parts)
  }
  for (const opener of openers) {
    opener.setAttribute('aria-haspopup', 'dialog')
    opener.addEventListener('click', open)
  }
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog && isOutside(dialog, event)) dialog.close()
  })
  return parts
}

function partsOf(dialog: HTMLDialogElement): FormDialog {
  const form = dialog.querySelector('form') as HTMLFormElement
  const part = <T extends HTMLElement>(name: string): T => dialog.querySelector(`[data-part=${name}]`) as T
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

export async function whileBusy<Answer>(button: HTMLElement, work: () => Promise<Answer>): Promise<Answer> {
  const label = button.textContent
  button.textContent = 'Enviando...'
  button.setAttribute('aria-busy', 'true')
  const answer = await work()
  button.textContent = label
  button.removeAttribute('aria-busy')
  return answer
}
