import { caretIn, groupedPhone, hasPhoneDigits } from '@app/contracts/fields/phone-typing.ts'

/** Groups a phone while it is typed, and says at the field what is missing once it was left. */
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

/** Shows the hint of a phone of too few digits, or takes it away. */
export function showHint(field: HTMLInputElement): void {
  const hint = document.getElementById(`${field.id}-hint`)
  if (hint) hint.hidden = isFine(field)
  if (isFine(field)) field.removeAttribute('aria-invalid')
  else field.setAttribute('aria-invalid', 'true')
}
