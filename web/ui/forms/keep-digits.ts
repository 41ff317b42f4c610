const digitsIn = (text: string): string => text.replaceAll(/\D/g, '')

/** Takes out what is no digit as it is typed or pasted; the caret stays where it was. */
export function keepDigits(input: HTMLInputElement): void {
  const { value, selectionStart } = input
  const digits = digitsIn(value)
  if (digits === value) return
  const caret = digitsIn(value.slice(0, selectionStart ?? value.length)).length
  input.value = digits
  input.setSelectionRange(caret, caret)
}
