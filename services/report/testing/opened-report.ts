import ExcelJS from 'exceljs'
import JSZip from 'jszip'
import { makeReport } from '../workbook.ts'
import type { ReportMaterial } from '../report-material.ts'

/** A report as a reader of the file opens it. */
export interface OpenedReport {
  readonly workbook: ExcelJS.Workbook
  sheet(name: string): ExcelJS.Worksheet
  /** Every file inside, by path. */
  readonly files: ReadonlyMap<string, string>
}

export async function openReport(bytes: Uint8Array): Promise<OpenedReport> {
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(Buffer.from(bytes) as unknown as ExcelJS.Buffer)
  const zip = await JSZip.loadAsync(bytes)
  const files = new Map<string, string>()
  for (const [path, file] of Object.entries(zip.files))
    if (!file.dir) files.set(path, await file.async('string'))
  return { workbook, sheet: (name) => workbook.getWorksheet(name)!, files }
}

export const reportOf = async (material: ReportMaterial): Promise<OpenedReport> =>
  openReport(await makeReport(material))

export const rowsOf = (sheet: ExcelJS.Worksheet): readonly (readonly ExcelJS.CellValue[])[] =>
  Array.from({ length: sheet.rowCount }, (_, row) =>
    (sheet.getRow(row + 1).values as ExcelJS.CellValue[]).slice(1),
  )

const isNothing = (value: ExcelJS.CellValue): boolean => value === undefined || value === null

/** Tables that stand beside each other have an empty column between them. */
function rowsOfTables(sheet: ExcelJS.Worksheet): readonly (readonly ExcelJS.CellValue[])[] {
  const rows = rowsOf(sheet)
  const width = Math.max(...rows.map((row) => row.length))
  const gaps = Array.from({ length: width }, (_, at) => at).filter((at) =>
    rows.every((row) => isNothing(row[at])),
  )
  return [-1, ...gaps].flatMap((gap, nth) =>
    rows
      .map((row) => row.slice(gap + 1, gaps[nth] ?? width))
      .map((row) => row.slice(0, row.findLastIndex((value) => !isNothing(value)) + 1)),
  )
}

/** The row of a table that begins with a word. */
export const rowNamed = (sheet: ExcelJS.Worksheet, name: string): readonly ExcelJS.CellValue[] =>
  rowsOfTables(sheet).find(([first]) => first === name) ?? []
