/** Without it Excel takes UTF-8 for the old encoding of the machine. */
export const BYTE_ORDER_MARK = '\uFEFF'
/** Spreadsheets in Spanish expect it, because numbers have commas. */
const SEPARATOR = ';'
/** Spreadsheets calculate text that begins so, some also where the sign is full-width. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
/** Characters that are no text, and that every spreadsheet drops. */
const FORBIDDEN = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]|\p{Cs}/gu

export type CsvRow = readonly string[]

/** Always quoted, so that no text can end its cell. */
function cell(text: string): string {
  const plain = text.replaceAll(FORBIDDEN, '')
  return `"${(FORMULA.test(plain) ? `'${plain}` : plain).replaceAll('"', '""')}"`
}

export const csvLine = (row: CsvRow): string => `${row.map(cell).join(SEPARATOR)}\r\n`

export const csvFile = (rows: readonly CsvRow[]): string => BYTE_ORDER_MARK + rows.map(csvLine).join('')
