import { read, utils, type CellObject, type WorkBook } from '@e965/xlsx'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { RULES_VERSION } from '@app/contracts/traffic/shares.ts'
import { every, testTable } from '../../../tests/support/every.ts'
import { dayMs, escapedForFile, safeText, wallClockMs } from './cells.ts'
import { reportFileName, type ReportMaterial } from './reports.ts'
import { makeReport } from './workbook.ts'
import { AT, busyAnalytics, materialOf } from './testing/sample-material.ts'

const PAGE = 'https://tarjetas.example/pages/antonia'
const date = (day: string): Date => new Date(`${day}T00:00:00.000Z`)

/** By SheetJS, which is independent of exceljs, which writes the file. */
const opened = async (material: ReportMaterial): Promise<WorkBook> =>
  read(await makeReport(material), { type: 'array', cellNF: true, cellDates: true, UTC: true })

/** SheetJS computes some dates a millisecond too early. */
const exact = (value: unknown): unknown =>
  value instanceof Date ? new Date(Math.round(value.getTime() / 1_000) * 1_000) : value
const rowsIn = (book: WorkBook, name: string): readonly (readonly unknown[])[] =>
  utils.sheet_to_json<unknown[]>(book.Sheets[name]!, { header: 1, UTC: true }).map((row) => row.map(exact))
/** Cells behind the first one of the row that begins with it. */
const besides = (book: WorkBook, sheet: string, name: string) =>
  rowsIn(book, sheet)
    .find(([first]) => first === name)
    ?.slice(1)
const cellsOf = (book: WorkBook): readonly CellObject[] =>
  Object.values(book.Sheets).flatMap((sheet) =>
    Object.entries(sheet).flatMap(([at, cell]) => (at.startsWith('!') ? [] : [cell as CellObject])),
  )

let yearly: WorkBook
/** A young profile with more visitors than the list has. */
let quarterly: WorkBook
let poor: WorkBook
beforeAll(async () => {
  yearly = await opened(materialOf(busyAnalytics('12m'), { customTitle: 'Mi <blog> & "más"' }))
  const young = { ...busyAnalytics('3m', 200), visitors_total: 1_234, profile_since: '2026-08-01' }
  quarterly = await opened(materialOf(young))
  const few = { ...busyAnalytics('all-time', 0), unique_visitors: 3, social_clicks_total: 4, shared: {} }
  poor = await opened(materialOf({ ...few, lag_seconds: null }, { insights: [] }))
})

test('the file names its product and its profile, and has eight sheets, whose lists can be filtered', () => {
  expect(yearly.Props).toMatchObject({
    Author: PRODUCT.name,
    LastAuthor: PRODUCT.name,
    Title: 'Resumen ejecutivo · Antonia Peña · Últimos 12 meses',
    CreatedDate: new Date(AT),
  })
  const filters = yearly.SheetNames.map((name) => [name, yearly.Sheets[name]!['!autofilter']?.ref])
  expect(filters).toEqual([
    ['Resumen', undefined],
    ['Serie', 'A1:E13'],
    ['Redes', 'A1:C8'],
    ['Horarios', undefined],
    ['Visitantes', 'A1:F4'],
    ['Insights', undefined],
    ['No contado', undefined],
    ['Acerca de', undefined],
  ])
  expect(poor.Sheets['Visitantes']!['!autofilter']).toBeUndefined()
})

test('each sheet has its figures as numbers and dates, under their names [FIG-14]', () => {
  const ROWS: Readonly<Record<string, Readonly<Record<string, readonly unknown[]>>>> = {
    Resumen: {
      Perfil: ['Antonia Peña'],
      Página: [PAGE],
      Período: ['Últimos 12 meses'],
      Desde: [date('2025-12-01'), date('2024-12-11')],
      Días: [355, 355],
      Visitas: [1_449, 1_200, 249 / 1_200],
      'Visitantes únicos': [970, 0, 'Nuevo'],
      Clics: [622, 650, -28 / 650],
      'Contactos guardados': [310, 310, 0],
      'Tasa de interacción': [0.639, 0.602, 3.7],
      'Recordatorios activos': [4],
      WhatsApp: [281, 0.452],
      'Tarjeta NFC': [800, 0.552],
      Buscador: [49, 0.034],
      iPhone: [700, 0.483],
      Telegram: [2],
    },
    Redes: { 'Mi <blog> & "más"': [13, 0.021] },
    Horarios: { Domingo: Array.from({ length: 24 }, (_, hour) => 18 + hour) },
    Visitantes: {
      'Persona Número 2': [
        '+56910000001',
        'Nos conocimos en la mesa 2',
        1,
        'No',
        new Date('2026-11-20T13:05:00.000Z'),
      ],
    },
    'No contado': { Robots: [12, 4, 0], 'En total': [21, 4, 1] },
    'Acerca de': {
      'Zona horaria': ['America/Santiago'],
      Momento: [new Date('2026-11-20T14:05:00.000Z')],
      'Posición del registro': ['20417'],
      'Versión de reglas': [RULES_VERSION],
      ...Object.fromEntries([['Visitas', [busyAnalytics('12m').definitions.total_visits]]]),
    },
  }
  for (const [sheet, rows] of Object.entries(ROWS))
    every(Object.entries(rows), (cells, name) => expect(besides(yearly, sheet, name)).toEqual(cells))
  expect(rowsIn(yearly, 'Serie')[1]).toEqual([date('2025-12-01'), 120, 80, 45, 12])
  expect(
    rowsIn(yearly, 'Serie')
      .slice(11)
      .map(([, , , , , said]) => said),
  ).toEqual([undefined, 'mes en curso'])
  expect(rowsIn(yearly, 'Horarios')[0]?.[24]).toBe('23:00')
  expect(rowsIn(yearly, 'Insights')[1]?.slice(0, 2)).toEqual(['Alta', 'Tus visitas suben'])
  expect([...new Set(cellsOf(yearly).map(({ t, z }) => `${t} ${z}`))].sort()).toEqual([
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

test('a sheet says what there is not: a comparison, few, a part, nobody, nothing [FIG-14]', () => {
  const incomparable = 'Sin comparación: el período anterior empieza antes que el perfil.'
  for (const book of [poor, quarterly]) expect(besides(book, 'Resumen', 'Visitas')).toHaveLength(1)
  expect([poor, quarterly].map((book) => besides(book, 'Resumen', incomparable))).toEqual([undefined, []])
  expect(besides(poor, 'Resumen', 'No hay datos suficientes para este período')).toEqual([])
  expect(rowsIn(poor, 'Visitantes')[1]).toEqual(['Nadie dijo su nombre en este período.'])
  expect(rowsIn(poor, 'Insights')[1]).toEqual(['No hay insights disponibles'])
  expect(besides(poor, 'Acerca de', 'Atraso en segundos')).toEqual(['No se sabe'])
  expect(rowsIn(quarterly, 'Serie')[0]?.[0]).toBe('Semana desde el lunes')
  expect(rowsIn(quarterly, 'Visitantes')).toHaveLength(201)
  expect(rowsIn(quarterly, 'Visitantes')[0]?.[7]).toBe('Los 200 más recientes de 1.234 en total.')
})

test('no text of people becomes a formula, and the only link leads to the page [ACC-18]', async () => {
  const typed = ['=1+1', '+cmd|calc!A1', '-1+1', '@SUM(1)', '\t=1+1', '_x003D_1+1', '</t></si><f>1+1</f>']
  const visitor = { clicks: 1, vcf_downloaded: true, named_at: AT }
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

const HARMLESS = [
  '+56 9 1234 5678',
  '+1 (415) 555-2671',
  'a=1',
  "O'Higgins",
  'línea 1\nlínea 2',
  '👩‍👩‍👧 familia',
]
const FORMULAS = ['=HYPERLINK("http://x")', '+1+cmd|calc', '-2+3', '@SUM(A1)', '＝1+1']
testTable<readonly [typed: unknown, safe: string]>([
  ...HARMLESS.map((typed) => [typed, typed] as const),
  ...FORMULAS.map((typed) => [typed, `'${typed}`] as const),
  ...['\t', '\r', '\n', '  ', '\0'].map((blank) => [`${blank}=1+1`, `'=1+1`] as const),
  ['a\u0000b\u0008c\u000Bd\u001Fe\uFFFEf\uFFFFg\uD83Dh\uDE00i\u007F', 'abcdefghi'],
  ['a\r\nb\rc\td', 'a\nb\nc d'],
  [`=${'1'.repeat(40_000)}`, `'=${'1'.repeat(32_765)}`],
  [`${'a'.repeat(32_766)}😀`, 'a'.repeat(32_766)],
  [{ formula: '1+1' }, '[object Object]'],
])('a typed text is one line of a cell that is no formula, without what XML forbids', (typed, safe) =>
  expect(safeText(typed)).toBe(safe),
)

test('a typed text never begins like a formula, unless it is a phone number [ACC-18]', () => {
  const pieces = "=+-@＝\t\r\n \0\u001F\uD83D\uDE00'(5a".split('')
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...pieces) }), (typed) => {
      const safe = safeText(typed)
      expect(safe).not.toMatch(/^[=\-@\t\r\n＝＋－＠]|\p{Cs}/u)
      if (safe.startsWith('+')) expect(safe).toMatch(/^\+[\d ().-]+$/)
    }),
    { seed: Number(process.env.TEST_SEED) },
  )
  expect(escapedForFile('caja_xl_ _x003D_1 _x00_')).toBe('caja_xl_ _x005F_x003D_1 _x00_')
})

testTable([
  ['2026-11-20T17:05:00.000Z', '2026-11-20T14:05:00.000Z'],
  // The clocks go forward at midnight: 00:00 does not exist.
  ['2026-09-06T03:59:59.000Z', '2026-09-05T23:59:59.000Z'],
  ['2026-09-06T04:00:00.000Z', '2026-09-06T01:00:00.000Z'],
  // The clocks go back at midnight: 23:30 occurs twice.
  ['2026-04-05T03:30:00.000Z', '2026-04-04T23:30:00.000Z'],
  ['2026-04-05T04:00:00.000Z', '2026-04-05T00:00:00.000Z'],
])(
  'a cell has the wall clock of Santiago, a day its midnight even where there is none, and a file its day',
  (at, clock) => {
    const day = clock.slice(0, 10)
    expect(new Date(wallClockMs(Date.parse(at))).toISOString()).toBe(clock)
    expect(new Date(dayMs(day)).toISOString()).toBe(`${day}T00:00:00.000Z`)
    expect(reportFileName('12m', Date.parse(at))).toBe(`Resumen_Ejecutivo_12m_${day}.xlsx`)
  },
)
