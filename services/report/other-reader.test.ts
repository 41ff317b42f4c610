import { read, utils, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx'
import JSZip from 'jszip'
import { beforeAll, expect, test } from 'vitest'
import { makeReport } from './workbook.ts'
import { busyAnalytics, materialOf } from './testing/sample-material.ts'

/** SheetJS is independent of exceljs, which writes the file. */
let book: WorkBook
let zip: JSZip
beforeAll(async () => {
  const analytics = { ...busyAnalytics('12m'), profile_name: 'Ana & <Paz> "Soto"' }
  const bytes = await makeReport(materialOf(analytics, { customTitle: 'Mi <blog> & "más"' }))
  book = read(bytes, { type: 'array', cellStyles: true, cellNF: true, cellDates: true, UTC: true })
  zip = await JSZip.loadAsync(bytes)
})

const sheet = (name: string): WorkSheet => book.Sheets[name]!
const rows = (name: string) =>
  utils.sheet_to_json<unknown[]>(sheet(name), { header: 1, blankrows: false, UTC: true })
const file = async (path: string): Promise<string> => (await zip.file(path)?.async('string')) ?? ''

test('another library reads all sheets and figures', () => {
  expect(book.SheetNames).toEqual([
    'Resumen',
    'Serie',
    'Redes',
    'Horarios',
    'Visitantes',
    'Insights',
    'No contado',
    'Acerca de',
  ])
  // Beside it stands another table.
  expect(rows('Resumen').map((row) => row.slice(0, 4))).toContainEqual(['Visitas', 1_449, 1_200, 249 / 1_200])
  expect(rows('Redes')[1]).toEqual(['WhatsApp', 281, 0.452])
  expect(rows('Serie')).toHaveLength(13)
  expect(rows('Visitantes')[1]?.slice(0, 2)).toEqual(['Persona Número 1', '+56910000000'])
})

test('the document has a title and a link to the page', () => {
  expect(book.Props?.Title).toBe('Resumen ejecutivo · Ana & <Paz> "Soto" · Últimos 12 meses')
  const cell = sheet('Resumen')['B3'] as CellObject
  expect(cell.l?.Target).toBe('https://tarjetas.example/pages/antonia')
})

test('every row has a height, which is larger for wrapped text', () => {
  for (const name of book.SheetNames) {
    const heights = (sheet(name)['!rows'] ?? []).map((row) => row?.hpt ?? 0)
    expect(Math.min(...heights), name).toBeGreaterThan(12)
  }
  const about = sheet('Acerca de')['!rows']?.map((row) => row?.hpt ?? 0) ?? []
  expect(Math.max(...about.slice(1))).toBeGreaterThan(2 * Math.min(...about))
})

test('every cell has a named font and size', async () => {
  const styles = await file('xl/styles.xml')
  const fonts = [...styles.matchAll(/<font>(.*?)<\/font>/gs)].map(([, font]) => font ?? '')
  const used = new Set<number>()
  const formats = [...(/<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? '').matchAll(/fontId="(\d+)"/g)]
  for (const path of Object.keys(zip.files).filter((each) => each.startsWith('xl/worksheets/sheet')))
    for (const [, style] of (await file(path)).matchAll(/<c r="[A-Z]+\d+" s="(\d+)"/g))
      used.add(Number(formats[Number(style)]?.[1]))
  expect(used.size).toBeGreaterThan(3)
  for (const id of used) expect(fonts[id]).toMatch(/<sz val="\d+"\/>.*<name val="Arial"\/>/)
  expect(await file('xl/worksheets/sheet1.xml')).not.toMatch(/<c r="[A-Z]+\d+"(?! s=)/)
})
