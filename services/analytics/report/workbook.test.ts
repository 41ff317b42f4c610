import { read, utils, type CellObject, type WorkBook } from '@e965/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { RULES_VERSION } from '@app/contracts/traffic/definitions.ts'
import { testTable } from '../../../tests/support/every.ts'
import { reportFileName } from './figure-names.ts'
import { dayMs, wallClockMs } from './cells.ts'
import { makeReport } from './workbook.ts'
import { AT, busyAnalytics, materialOf } from './testing/sample-material.ts'
import type { ReportMaterial } from './report-material.ts'

const SHEETS = ['Resumen', 'Serie', 'Redes', 'Horarios', 'Visitantes', 'Insights', 'No contado', 'Acerca de']
const PAGE = 'https://tarjetas.example/pages/antonia'
const date = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

/** By SheetJS, which is independent of exceljs, which writes the file. */
const opened = async (material: ReportMaterial): Promise<WorkBook> =>
  read(await makeReport(material), {
    type: 'array',
    cellStyles: true,
    cellNF: true,
    cellDates: true,
    UTC: true,
  })

/** SheetJS computes some dates a millisecond too early. */
const exact = (value: unknown): unknown =>
  value instanceof Date ? new Date(Math.round(value.getTime() / 1_000) * 1_000) : value
const rowsIn = (book: WorkBook, name: string): readonly (readonly unknown[])[] =>
  utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, UTC: true }).map((row) => row.map(exact))
const rowNamed = (book: WorkBook, sheet: string, name: string) =>
  rowsIn(book, sheet).find(([first]) => first === name)
const cellsOf = (book: WorkBook): readonly CellObject[] =>
  Object.values(book.Sheets).flatMap((sheet) =>
    Object.entries(sheet)
      .filter(([at]) => !at.startsWith('!'))
      .map(([, cell]) => cell as CellObject),
  )

let yearly: WorkBook
/** Of a young profile with more visitors than are listed. */
let quarterly: WorkBook
let poor: WorkBook
beforeAll(async () => {
  yearly = await opened(materialOf(busyAnalytics('12m'), { customTitle: 'Mi <blog> & "más"' }))
  const young = { ...busyAnalytics('3m', 200), visitors_total: 1_234, profile_since: '2026-08-01' }
  quarterly = await opened(materialOf(young))
  const few = { ...busyAnalytics('all-time', 0), unique_visitors: 3, social_clicks_total: 4, shared: {} }
  poor = await opened(materialOf({ ...few, lag_seconds: null }, { insights: [] }))
})

test('the file has eight sheets, and names its product, its profile and no data of the machine', () => {
  expect(yearly.SheetNames).toEqual(SHEETS)
  expect(yearly.Props).toMatchObject({
    Author: PRODUCT.name,
    LastAuthor: PRODUCT.name,
    Title: 'Resumen ejecutivo · Antonia Peña · Últimos 12 meses',
    CreatedDate: new Date(AT),
  })
  expect(rowsIn(yearly, 'Resumen').slice(0, 4)).toEqual([
    ['Resumen ejecutivo'],
    ['Perfil', 'Antonia Peña'],
    ['Página', PAGE],
    ['Período', 'Últimos 12 meses'],
  ])
})

test('the summary has each figure beside its change, and what visits came from', () => {
  const names = ['Desde', 'Días', 'Visitas', 'Visitantes únicos', 'Clics', 'Contactos guardados']
  const more = [
    'Tasa de interacción',
    'Recordatorios activos',
    'WhatsApp',
    'Tarjeta NFC',
    'Buscador',
    'iPhone',
  ]
  expect([...names, ...more, 'Telegram'].map((name) => rowNamed(yearly, 'Resumen', name)?.slice(1))).toEqual([
    [date('2025-12-01'), date('2024-12-11')],
    [355, 355],
    [1_449, 1_200, 249 / 1_200],
    [970, 0, 'Nuevo'],
    [622, 650, -28 / 650],
    [310, 310, 0],
    [0.639, 0.602, 3.7],
    [4],
    [281, 0.452],
    [800, 0.552],
    [49, 0.034],
    [700, 0.483],
    [2],
  ])
})

test('the summary compares nothing with all time, nor with days before the profile [FIG-14]', () => {
  for (const book of [poor, quarterly]) expect(rowNamed(book, 'Resumen', 'Visitas')).toHaveLength(2)
  const said = 'Sin comparación: el período anterior empieza antes que el perfil.'
  expect([poor, quarterly].map((book) => rowNamed(book, 'Resumen', said) !== undefined)).toEqual([
    false,
    true,
  ])
})

test('figures of a few say how few, and sheets without anything say so', () => {
  expect(rowNamed(poor, 'Resumen', 'Tasa de interacción')?.[1]).toBe('2 de 3 visitantes')
  expect(rowNamed(poor, 'Resumen', 'No hay datos suficientes para este período')).toBeDefined()
  expect(rowsIn(poor, 'Visitantes')[1]).toEqual(['Nadie dijo su nombre en este período.'])
  expect(rowsIn(poor, 'Insights')[1]).toEqual(['No hay insights disponibles'])
  expect(rowNamed(poor, 'Acerca de', 'Atraso en segundos')?.[1]).toBe('No se sabe')
})

test('the series has a row for each month by its date, and names the one that goes on', () => {
  const rows = rowsIn(yearly, 'Serie')
  expect(rows).toHaveLength(13)
  expect(rows[1]).toEqual([date('2025-12-01'), 120, 80, 45, 12])
  expect([rows[11]?.[5], rows[12]?.[5]]).toEqual([undefined, 'mes en curso'])
  expect(rowsIn(quarterly, 'Serie')[0]?.[0]).toBe('Semana desde el lunes')
})

test('networks, hours, visitors, insights and what does not count have a sheet each', () => {
  expect(rowsIn(yearly, 'Redes').find(([name]) => name === 'Mi <blog> & "más"')?.[1]).toBe(13)
  expect([rowsIn(yearly, 'Horarios')[0]?.[24], rowsIn(yearly, 'Horarios')[7]]).toEqual([
    '23:00',
    ['Domingo', ...Array.from({ length: 24 }, (_, hour) => 18 + hour)],
  ])
  expect(rowsIn(yearly, 'Visitantes')[2]).toEqual([
    'Persona Número 2',
    '+56910000001',
    'Nos conocimos en la mesa 2',
    1,
    'No',
    new Date('2026-11-20T13:05:00.000Z'),
  ])
  expect(rowsIn(quarterly, 'Visitantes')).toHaveLength(201)
  expect(rowsIn(quarterly, 'Visitantes')[0]?.[7]).toBe('Los 200 más recientes de 1.234 en total.')
  expect(rowsIn(yearly, 'Insights')[1]?.slice(0, 2)).toEqual(['Alta', 'Tus visitas suben'])
  expect(['Robots', 'Otras', 'En total'].map((name) => rowNamed(yearly, 'No contado', name))).toEqual([
    ['Robots', 12, 4, 0],
    ['Otras', 1, 0, 0],
    ['En total', 21, 4, 1],
  ])
})

test('lists can be filtered, and numbers and dates are such in Chilean formats', () => {
  const filters = SHEETS.map((name) => yearly.Sheets[name]!['!autofilter']?.ref)
  expect(filters.filter((ref) => ref !== undefined)).toEqual(['A1:E13', 'A1:C8', 'A1:F4'])
  expect(poor.Sheets['Visitantes']!['!autofilter']).toBeUndefined()
  const formats = new Set(cellsOf(yearly).map(({ t, z }) => `${t} ${z}`))
  expect([...formats].sort()).toEqual([
    'd dd-mm-yyyy',
    'd dd-mm-yyyy hh:mm',
    'd mmm yyyy',
    'n "▲" 0.0 "pp";"▼" 0.0 "pp";0.0 "pp"',
    'n "▲" 0.0%;"▼" 0.0%;0.0%',
    'n #,##0',
    'n 0.0%',
    's @',
  ])
})

test('the last sheet names zone, instant, log position, rules and definitions', () => {
  const names = ['Zona horaria', 'Momento', 'Posición del registro', 'Versión de reglas']
  expect(names.map((name) => rowNamed(yearly, 'Acerca de', name)?.[1])).toEqual([
    'America/Santiago',
    new Date('2026-11-20T14:05:00.000Z'),
    '20417',
    RULES_VERSION,
  ])
  const meanings = rowsIn(yearly, 'Acerca de').map(([, meaning]) => meaning)
  expect(meanings).toEqual(expect.arrayContaining(Object.values(busyAnalytics('12m').definitions)))
})

test('no text of people becomes a formula, and the only link leads to the page [ACC-18]', async () => {
  const typed = ['=1+1', '+cmd|calc!A1', '-1+1', '@SUM(1)', '\t=1+1', '_x003D_1+1', '</t></si><f>1+1</f>']
  const visitor = { clicks: 1, vcf_downloaded: true, named_at: AT, person: 'interaction-1' }
  const visitors = Object.fromEntries(typed.map((one) => [one, { ...visitor, phone: one, description: one }]))
  const page = 'https://tarjetas.example/pages/%3D3%2B3'
  const analytics = { ...busyAnalytics('12m'), visitors, visitors_total: 7, profile_name: '=2+2' }
  const book = await opened(materialOf(analytics, { pageAddress: page, customTitle: '=4+4' }))
  const cells = cellsOf(book)
  expect(cells.filter(({ f }) => f !== undefined)).toEqual([])
  expect(cells.flatMap(({ l }) => l?.Target ?? [])).toEqual([page])
  for (const { t, v } of cells)
    if (t === 's' && /^[=+\-@\t\r]/.test(String(v))) expect(v).toMatch(/^\+[\d ().-]+$/)
  expect(rowsIn(book, 'Visitantes').flat()).toContain('_x003D_1+1')
})

test('a file is named after its day in Santiago', () => {
  const names = ['2026-11-21T02:59:59Z', '2026-11-21T03:00:00Z'].map((at) =>
    reportFileName('12m', Date.parse(at)),
  )
  expect(names).toEqual(['Resumen_Ejecutivo_12m_2026-11-20.xlsx', 'Resumen_Ejecutivo_12m_2026-11-21.xlsx'])
})

testTable([
  ['2026-11-20T17:05:00.000Z', '2026-11-20T14:05:00.000Z'],
  // The clocks go forward at midnight: 00:00 does not exist.
  ['2026-09-06T03:59:59.000Z', '2026-09-05T23:59:59.000Z'],
  ['2026-09-06T04:00:00.000Z', '2026-09-06T01:00:00.000Z'],
  // The clocks go back at midnight: 23:30 occurs twice.
  ['2026-04-05T02:30:00.000Z', '2026-04-04T23:30:00.000Z'],
  ['2026-04-05T03:30:00.000Z', '2026-04-04T23:30:00.000Z'],
  ['2026-04-05T04:00:00.000Z', '2026-04-05T00:00:00.000Z'],
])('a cell has the wall clock of Santiago, and a day its midnight even where there is none', (at, clock) => {
  expect(new Date(wallClockMs(Date.parse(at))).toISOString()).toBe(clock)
  expect(new Date(dayMs(clock.slice(0, 10))).toISOString()).toBe(`${clock.slice(0, 10)}T00:00:00.000Z`)
})
