import ExcelJS from 'exceljs'
import { PRODUCT } from '@app/contracts/product.ts'
import type { Cell, Sheet, Row } from './cells.ts'
import { isRight, isWrapped, rowHeight, addressOf } from './layout.ts'
import { escapedForFile, safeText } from './safe-text.ts'
import { inBand, styleOf } from './styles.ts'
import { isolated } from '@app/contracts/fields/isolated.ts'
import type { ReportMaterial } from './report-material.ts'
import { allSheets } from './sheets/all-sheets.ts'
import { SUMMARY_TITLE } from './sheets/summary.ts'
import { countText, RANGE_NAMES } from './figure-names.ts'

const WIDTH_MIN = 10
/** Longer text is wrapped. */
const WIDTH_MAX = 70
const AIR = 4

function charsOf(cell: Cell | undefined): number {
  switch (cell?.kind) {
    case 'head':
    case 'text':
    case 'link':
      return Math.max(...cell.text.split('\n').map((line) => line.length))
    case 'count':
      return countText(cell.number).length
    case 'moment':
      return 'dd-mm-yyyy hh:mm'.length
    // Titles, lines and notes may overflow to the right; the others are short.
    default:
      return 0
  }
}

function widthsOf(rows: readonly Row[]): readonly number[] {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: columns }, (_, column) => {
    const longest = Math.max(...rows.map((row) => charsOf(row[column])))
    return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, longest + AIR))
  })
}

const PALE = { argb: 'FFFFFFFF' }
const DEEP = { argb: 'FF2FA8CF' }
const LETTER_PAPER = 1 as ExcelJS.PaperSize
/** In inches. The footer stands in the lower one. */
const MARGINS = { left: 0.4, right: 0.4, top: 0.4, bottom: 0.6, header: 0.2, footer: 0.3 }

const valueOf = (cell: Cell): ExcelJS.CellValue => {
  if (cell.kind === 'link') return { text: escapedForFile(cell.text), hyperlink: cell.address }
  if ('text' in cell) return escapedForFile(cell.text)
  return 'number' in cell ? cell.number : new Date(cell.clockMs)
}

function shade(worksheet: ExcelJS.Worksheet, ref: string): void {
  worksheet.addConditionalFormatting({
    ref,
    rules: [
      { type: 'colorScale', priority: 1, cfvo: [{ type: 'min' }, { type: 'max' }], color: [PALE, DEEP] },
    ],
  })
}

function tint(worksheet: ExcelJS.Worksheet, [from, to]: readonly [number, number], columns: number): void {
  for (let row = from; row <= to; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const cell = worksheet.getCell(row + 1, column + 1)
      cell.style = inBand(cell.style)
    }
}

const emptySheet = (
  workbook: ExcelJS.Workbook,
  { name, frozen, isOnePage = false }: Sheet,
): ExcelJS.Worksheet =>
  workbook.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: frozen.rows, xSplit: frozen.columns ?? 0, showGridLines: false }],
    pageSetup: {
      paperSize: LETTER_PAPER,
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      // 0 is as many as it takes.
      fitToHeight: isOnePage ? 1 : 0,
      margins: MARGINS,
      printTitlesRow: `1:${frozen.rows}`,
    },
    headerFooter: { oddFooter: `&L${PRODUCT.name}&C&A&R&P de &N` },
  })

function add(workbook: ExcelJS.Workbook, sheet: Sheet): void {
  const { rows, band, isFiltered, shaded } = sheet
  const worksheet = emptySheet(workbook, sheet)
  const widths = sheet.widths ?? widthsOf(rows)
  worksheet.columns = widths.map((width) => ({ width }))
  for (const [rowIndex, row] of rows.entries()) {
    worksheet.getRow(rowIndex + 1).height = rowHeight(row, widths)
    for (const [column, cell] of row.entries()) {
      if (cell === undefined) continue
      const target = worksheet.getCell(rowIndex + 1, column + 1)
      target.value = valueOf(cell)
      target.style = styleOf(cell, {
        isRight: isRight(rows, rowIndex, column),
        isWrapped: isWrapped(cell, widths[column] ?? 1),
        isFirst: column === 0,
      })
    }
  }
  if (band !== undefined) tint(worksheet, band, widths.length)
  if (isFiltered) worksheet.autoFilter = `A1:${addressOf(rows.length - 1, rows[0]!.findLastIndex(isHead))}`
  if (shaded !== undefined) shade(worksheet, shaded)
}

const isHead = (cell: Cell | undefined): boolean => cell?.kind === 'head'

/** Uses one core for a quarter of a second, so call it through `reports.ts`. */
export async function makeReport(material: ReportMaterial): Promise<Uint8Array> {
  const { profile_name, date_range } = material.analytics
  const title = safeText(`${SUMMARY_TITLE} · ${isolated(profile_name)} · ${RANGE_NAMES[date_range]}`)
  const at = new Date(material.at)
  const workbook = new ExcelJS.Workbook()
  Object.assign(workbook, { creator: PRODUCT.name, lastModifiedBy: PRODUCT.name, title })
  Object.assign(workbook, { created: at, modified: at })
  for (const sheet of allSheets(material)) add(workbook, sheet)
  return new Uint8Array(await workbook.xlsx.writeBuffer())
}
