import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SHARING_APP_NAMES } from '@app/contracts/traffic/traffic-names.ts'
import { makeReport } from './workbook.ts'
import type { ReportMaterial } from './report-material.ts'
import { busyAnalytics, emptyAnalytics, materialOf } from './testing/sample-material.ts'

const SHEETS = 8
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'printed-report-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** By LibreOffice. Page objects of its PDF are not compressed. */
async function pagesOf(material: ReportMaterial): Promise<number> {
  const file = join(folder, 'report.xlsx')
  await writeFile(file, await makeReport(material))
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const printing = ['--headless', '--convert-to', 'pdf', '--outdir', folder, file]
  await promisify(execFile)('soffice', [profile, ...printing])
  const pdf = await readFile(join(folder, 'report.pdf'), 'latin1')
  return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0
}

test('each sheet of a report prints on one page, however much or little its summary has', async () => {
  const shared = Object.fromEntries(Object.keys(SHARING_APP_NAMES).map((app, index) => [app, 90 - index]))
  const busy = { ...busyAnalytics('12m'), shared, profile_name: 'María del Carmen '.repeat(9) }
  expect(await pagesOf(materialOf(busy, { customTitle: 'Las recetas de mi abuela '.repeat(4) }))).toBe(SHEETS)
  expect(await pagesOf(materialOf(emptyAnalytics('7d'), { insights: [] }))).toBe(SHEETS)
})
