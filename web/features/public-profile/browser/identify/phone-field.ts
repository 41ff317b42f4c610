import { caretIn, groupedPhone, hasPhoneDigits } from '@app/contracts/fields/phone-typing.ts'

/** The hint about missing digits appears only after the field loses the focus. */
export function groupWhileTyping(field: HTMLInputElement): void {
  field.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) group(field)
    if (isFine(field)) showHint(field)
  })
  field.addEventListener('change', () => showHint(field))
}

const isFine = ({ value }: HTMLInputElement): boolean => value.trim() === '' || hasPhoneDigits(value)

function group(field: HTMLInputElement): void {
  const typed = field.value
  const grouped = groupedPhone(typed)
  if (grouped === typed) return
  const caret = field.selectionStart === null ? typed.length : field.selectionStart
  field.value = grouped
  const at = caretIn(grouped, typed, caret)
  field.setSelectionRange(at, at)
}

export function showHint(field: HTMLInputElement): void {
  const hint = document.getElementById(`${field.id}-hint`)
  if (hint) hint.hidden = isFine(field)
  if (isFine(field)) field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}
