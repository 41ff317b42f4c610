import { read, utils, type CellObject, type WorkBook, type WorkSheet } from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { makeReport } from './workbook.ts'
import { busyAnalytics, materialOf } from './testing/sample-material.ts'

/** SheetJS is independent of exceljs, which writes the file. */
let book: WorkBook
beforeAll(async () => {
  const analytics = { ...busyAnalytics('12m'), profile_name: 'Ana & <Paz> "Soto"' }
  const bytes = await makeReport(materialOf(analytics, { customTitle: 'Mi <blog> & "más"' }))
  book = read(bytes, { type: 'array', cellStyles: true, cellNF: true, cellDates: true, UTC: true })
})

const sheet = (name: string): WorkSheet => book.Sheets[name]!
const rows = (name: string) =>
  utils.sheet_to_json<unknown[]>(sheet(name), { header: 1, blankrows: false, UTC: true })

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
