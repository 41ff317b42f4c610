/** Excel's limit for a cell; it repairs files that exceed it. */
const CHARS_MAX = 32_767

// Forbidden by XML 1.0. With the `u` flag \p{Cs} matches only lone surrogates.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]|\p{Cs}/gu
/** Spreadsheets treat this as a formula; Excel in some languages also full-width forms. */
const FORMULA = /^[=+\-@＝＋－＠]/
/** A phone number is harmless as a formula, and people copy it from here. */
const PHONE = /^\+[\d ().-]+$/

function cut(text: string): string {
  if (text.length <= CHARS_MAX) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(CHARS_MAX - 1)) ? CHARS_MAX - 1 : CHARS_MAX
  return text.slice(0, end)
}

/**
 * Makes a user's text safe for a cell: removes what XML forbids and tabs, and puts an apostrophe before a
 * formula (for CSV).
 */
export function safeText(value: unknown): string {
  const text = String(value).replaceAll(FORBIDDEN, '').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').trim()
  return cut(FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text)
}

/** Spreadsheet files encode `=` as `_x003D_`; typed text must not be decoded. */
export const escapedForFile = (text: string): string => text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
