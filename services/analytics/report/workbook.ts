import ExcelJS from 'exceljs'
import { isolated } from '@app/contracts/fields/names.ts'
import { PRODUCT } from '@app/contracts/product.ts'
import { styleOf, type Cell, type Row, type Sheet, safeText } from './cells.ts'
import type { ReportMaterial } from './reports.ts'
import { allSheets } from './sheets.ts'
import { RANGE_NAMES, SUMMARY_TITLE } from './summary-sheet.ts'

const WIDTH_MIN = 12
const WIDTH_MAX = 70
const AIR = 4

const charsOf = (cell: Cell | undefined): number =>
  (cell?.kind === 'head' || cell?.kind === 'text') && typeof cell.value === 'string'
    ? Math.max(...cell.value.split('\n').map((line) => line.length))
    : 0

const widthsOf = (rows: readonly Row[]): readonly number[] =>
  Array.from({ length: Math.max(...rows.map((row) => row.length)) }, (_, column) => {
    const longest = Math.max(...rows.map((row) => charsOf(row[column])))
    return Math.min(WIDTH_MAX, Math.max(WIDTH_MIN, longest + AIR))
  })

const LETTER_PAPER = 1 as ExcelJS.PaperSize

function add(workbook: ExcelJS.Workbook, { name, rows, widths, isFiltered }: Sheet): void {
  const worksheet = workbook.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: 1, showGridLines: false }],
    pageSetup: { paperSize: LETTER_PAPER, orientation: 'landscape', fitToPage: true, fitToHeight: 0 },
    headerFooter: { oddFooter: `&L${PRODUCT.name}&C&A&R&P de &N` },
  })
  worksheet.columns = (widths ?? widthsOf(rows)).map((width) => ({ width }))
  for (const [nth, row] of rows.entries())
    for (const [column, cell] of row.entries()) {
      if (cell === undefined) continue
      const target = worksheet.getCell(nth + 1, column + 1)
      target.value = cell.value
      target.style = styleOf(cell, rows[nth + 1]?.[column])
    }
  const heads = rows[0]!.filter((cell) => cell?.kind === 'head').length
  if (isFiltered) worksheet.autoFilter = { from: 'A1', to: { row: rows.length, column: heads } }
}

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
