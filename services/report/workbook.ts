import ExcelJS from 'exceljs'
import { PRODUCT } from '@app/contracts/product.ts'
import type { Cell, Sheet, Row } from './cells.ts'
import { SIZE } from './charts/chart-style.ts'
import { isRight, isWrapped, rowHeight, addressOf } from './layout.ts'
import { escapedForFile } from './safe-text.ts'
import { inBand, styleOf } from './styles.ts'
import JSZip from 'jszip'
import { countText } from './figure-names.ts'

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

const DRAWINGS = /^xl\/drawings\/drawing\d+\.xml$/
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? '')

function described(xml: string, alts: readonly string[]): string {
  let nth = 0
  return xml
    .replaceAll(/(<xdr:oneCellAnchor) editAs="\w+"/g, '$1')
    .replaceAll(/<xdr:cNvPr /g, (start) => `${start}descr="${escaped(alts[nth++] ?? '')}" `)
}

/**
 * Writes alternative texts, which exceljs does not support, and removes its `editAs`, which the schema forbids and
 * which makes strict readers drop pictures.
 */
async function withDescribedPictures(file: ExcelJS.Buffer, alts: readonly string[]): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(file)
  for (const drawing of zip.file(DRAWINGS))
    zip.file(drawing.name, described(await drawing.async('string'), alts))
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}

export interface ReportPicture {
  readonly png: Buffer
  /** The text for screen readers. */
  readonly alt: string
}

export interface ReportDocument {
  readonly title: string
  /** ISO instant of the report. */
  readonly at: string
  readonly sheets: readonly [Sheet, ...Sheet[]]
  /** Pictures on the first sheet. */
  readonly pictures: readonly ReportPicture[]
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

function add(workbook: ExcelJS.Workbook, sheet: Sheet): ExcelJS.Worksheet {
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
  return worksheet
}

const isHead = (cell: Cell | undefined): boolean => cell?.kind === 'head'

/** They are drawn larger, to be sharp on paper. */
const SHOWN = { width: 520, height: Math.round((520 / SIZE.width) * SIZE.height) }

export async function workbookOf({ title, at, sheets, pictures }: ReportDocument): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  Object.assign(workbook, { creator: PRODUCT.name, lastModifiedBy: PRODUCT.name, title })
  Object.assign(workbook, { created: new Date(at), modified: new Date(at) })
  const [summary] = sheets.map((sheet) => add(workbook, sheet))
  for (const [index, { png }] of pictures.entries()) {
    // exceljs' types have Node 18's Buffer.
    const imageId = workbook.addImage({ buffer: png as unknown as ExcelJS.Buffer, extension: 'png' })
    summary?.addImage(imageId, { tl: sheets[0].picturesAt?.[index] ?? { col: 0, row: 0 }, ext: SHOWN })
  }
  return withDescribedPictures(
    await workbook.xlsx.writeBuffer(),
    pictures.map(({ alt }) => alt),
  )
}
