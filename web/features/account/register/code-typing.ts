const GROUP = /.{1,4}/gu
const BETWEEN = /[\s\p{Pd}_.]/gu

export const shownCode = (typed: string): string =>
  (typed.normalize('NFKC').toUpperCase().replace(BETWEEN, '').match(GROUP) ?? []).join('-')

/** Keeps the caret behind the same character. */
export function showAsCode(input: HTMLInputElement): string {
  const shown = shownCode(input.value)
  const caret = shownCode(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  input.value = shown
  input.setSelectionRange(caret, caret)
  return shown
}
