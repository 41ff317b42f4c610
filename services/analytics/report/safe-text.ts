/** Excel's limit; it repairs files that exceed it. */
const CHARS_MAX = 32_767

// Forbidden by XML 1.0. With the `u` flag \p{Cs} matches only lone surrogates.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]|\p{Cs}/gu
/** Excel in some languages also calculates full-width forms. */
const FORMULA = /^[=+\-@＝＋－＠]/
/** A phone number is harmless as a formula, and people copy it from here. */
const PHONE = /^\+[\d ().-]+$/

function cut(text: string): string {
  if (text.length <= CHARS_MAX) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(CHARS_MAX - 1)) ? CHARS_MAX - 1 : CHARS_MAX
  return text.slice(0, end)
}

/** Some programs treat tabs as cells. The apostrophe prevents a formula in CSV. */
export function safeText(value: unknown): string {
  const text = String(value).replaceAll(FORBIDDEN, '').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').trim()
  return cut(FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text)
}

/** Files encode `=` as `_x003D_`; typed text must not be decoded. */
export const escapedForFile = (text: string): string => text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
