const GROUP = /.{1,4}/gu
/** What people put between the signs of a code, besides the dashes that are shown. */
const BETWEEN = /[\s\p{Pd}_.]/gu

/** A code while it is typed or pasted, in whatever form: upper case, in groups of four. */
export const shownCode = (typed: string): string =>
  (typed.normalize('NFKC').toUpperCase().replace(BETWEEN, '').match(GROUP) ?? []).join('-')

/** Shows a field's text as a code and leaves the caret behind the sign that it stood behind. */
export function showAsCode(input: HTMLInputElement): string {
  const shown = shownCode(input.value)
  const caret = shownCode(input.value.slice(0, input.selectionStart ?? input.value.length)).length
  input.value = shown
  input.setSelectionRange(caret, caret)
  return shown
}
