/** What a cell holds in Excel; more makes the file one that needs repair. */
const CHARS_MAX = 32_767

// Not allowed in XML 1.0. Lone surrogates are found by code point: the `u` flag takes pairs as one.
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\uFFFE\uFFFF]|\p{Cs}/gu
/** Where spreadsheets begin to calculate, full-width forms included, as Excel reads them in some languages. */
const FORMULA = /^[=+\-@＝＋－＠]/
/** Digits and what groups them calculate nothing that harms, and people copy numbers from here. */
const PHONE = /^\+[\d ().-]+$/

function cut(text: string): string {
  if (text.length <= CHARS_MAX) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(CHARS_MAX - 1)) ? CHARS_MAX - 1 : CHARS_MAX
  return text.slice(0, end)
}

/**
 * Words of people, as they may stand in a cell: nothing that XML forbids, no tab or carriage return that some programs
 * take for the next cell, and an apostrophe before what a program could calculate when the table is saved as CSV.
 */
export function safeText(value: unknown): string {
  const text = String(value).replaceAll(FORBIDDEN, '').replaceAll(/\r\n?/g, '\n').replaceAll('\t', ' ').trim()
  return cut(FORMULA.test(text) && !PHONE.test(text) ? `'${text}` : text)
}

/** `_x003D_` is how spreadsheet files write `=`: typed by a person it has to stay what was typed. */
export const escapedForFile = (text: string): string => text.replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
