import ExcelJS from 'exceljs'
import JSZip from 'jszip'
import { PRODUCT } from '@app/contracts/product.ts'
import { addressOf } from './address.ts'
import type { Cell, Sheet } from './cells.ts'
import { SIZE } from './charts/look.ts'
import { escapedForFile } from './safe-text.ts'
import { widthsOf, WIDTH_MAX } from './widths.ts'

/** Invariant codes, which Excel shows in its reader's language. */
const FORMATS: Readonly<Record<Cell['kind'], string>> = {
  // As text, so that an edited cell does not become a formula.
  title: '@',
  head: '@',
  text: '@',
  note: '@',
  count: '#,##0',
  share: '0.0%',
  points: '0.0 "pp"',
  day: 'dd-mm-yyyy',
  month: 'mmm yyyy',
  moment: 'dd-mm-yyyy hh:mm',
}
const HEAD_FILL = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFE7EDF0' } } as const
const PALE = { argb: 'FFFFFFFF' }
const DEEP = { argb: 'FF2FA8CF' }
const LETTER_PAPER = 1 as ExcelJS.PaperSize

const valueOf = (cell: Cell): string | number | Date => {
  if ('text' in cell) return escapedForFile(cell.text)
  return 'number' in cell ? cell.number : new Date(cell.clockMs)
}

function write(target: ExcelJS.Cell, cell: Cell): void {
  target.value = valueOf(cell)
  target.numFmt = FORMATS[cell.kind]
  if (cell.kind === 'head') Object.assign(target, { font: { bold: true }, fill: HEAD_FILL })
  if (cell.kind === 'title') target.font = { bold: true, size: 16 }
  if (cell.kind === 'note') target.font = { italic: true }
  if (cell.kind === 'text')
    target.alignment = { vertical: 'top', wrapText: cell.text.length > WIDTH_MAX || cell.text.includes('\n') }
}

function shade(worksheet: ExcelJS.Worksheet, ref: string): void {
  worksheet.addConditionalFormatting({
    ref,
    rules: [
      { type: 'colorScale', priority: 1, cfvo: [{ type: 'min' }, { type: 'max' }], color: [PALE, DEEP] },
    ],
  })
}

function add(
  workbook: ExcelJS.Workbook,
  { name, rows, frozen, isFiltered, shaded }: Sheet,
): ExcelJS.Worksheet {
  const worksheet = workbook.addWorksheet(name, {
    views: [{ state: 'frozen', ySplit: frozen.rows, xSplit: frozen.columns ?? 0 }],
    pageSetup: {
      paperSize: LETTER_PAPER,
      orientation: 'landscape',
      fitToPage: true,
      fitToWidth: 1,
      fitToHeight: 0,
    },
  })
  worksheet.columns = widthsOf(rows).map((width) => ({ width }))
  for (const [rowIndex, row] of rows.entries())
    for (const [columnIndex, cell] of row.entries())
      if (cell !== undefined) write(worksheet.getCell(rowIndex + 1, columnIndex + 1), cell)
  if (isFiltered) worksheet.autoFilter = `A1:${addressOf(rows.length - 1, rows[0]!.findLastIndex(isHead))}`
  if (shaded !== undefined) shade(worksheet, shaded)
  return worksheet
}

const isHead = (cell: Cell | undefined): boolean => cell?.kind === 'head'

const PICTURE_COLUMN = 5
const PICTURE_ROWS = [1, 19] as const

export async function workbookOf(
  sheets: readonly [Sheet, ...Sheet[]],
  pictures: readonly Buffer[],
  at: string,
): Promise<Uint8Array> {
  const workbook = new ExcelJS.Workbook()
  Object.assign(workbook, { creator: PRODUCT.name, lastModifiedBy: PRODUCT.name })
  Object.assign(workbook, { created: new Date(at), modified: new Date(at) })
  const [summary] = sheets.map((sheet) => add(workbook, sheet))
  for (const [index, picture] of pictures.entries()) {
    // exceljs' types have Node 18's Buffer.
    const imageId = workbook.addImage({ buffer: picture as unknown as ExcelJS.Buffer, extension: 'png' })
    summary?.addImage(imageId, { tl: { col: PICTURE_COLUMN, row: PICTURE_ROWS[index] ?? 0 }, ext: SIZE })
  }
  return withValidAnchors(await workbook.xlsx.writeBuffer())
}

const DRAWINGS = /^xl\/drawings\/drawing\d+\.xml$/

/** Removes exceljs' `editAs`, which the schema forbids and for which strict readers drop pictures. */
async function withValidAnchors(file: ExcelJS.Buffer): Promise<Uint8Array> {
  const zip = await JSZip.loadAsync(file)
  for (const drawing of zip.file(DRAWINGS)) {
    const xml = await drawing.async('string')
    zip.file(drawing.name, xml.replaceAll(/(<xdr:oneCellAnchor) editAs="\w+"/g, '$1'))
  }
  return zip.generateAsync({ type: 'uint8array', compression: 'DEFLATE' })
}
