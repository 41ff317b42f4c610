import ExcelJS from 'exceljs'
import JSZip from 'jszip'
import { makeReport } from '../make-report.ts'
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

/** The row of a sheet that begins with a word. */
export const rowNamed = (sheet: ExcelJS.Worksheet, name: string): readonly ExcelJS.CellValue[] =>
  rowsOf(sheet).find(([first]) => first === name) ?? []
