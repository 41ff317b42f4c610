import type ExcelJS from 'exceljs'
import { beforeAll, describe, expect, test } from 'vitest'
import { PRODUCT } from '@app/contracts/product.ts'
import { RULES_VERSION } from '@app/contracts/traffic/definitions.ts'
import { AT, busyAnalytics, emptyAnalytics, INSIGHTS, materialOf } from './testing/sample-material.ts'
import { reportOf, rowNamed, rowsOf, type OpenedReport } from './testing/opened-report.ts'

const SHEETS = ['Resumen', 'Serie', 'Redes', 'Horarios', 'Visitantes', 'Insights', 'No contado', 'Acerca de']
const PAGE = 'https://tarjetas.example/pages/antonia'
const date = (day: string): Date => new Date(`${day}T00:00:00.000Z`)
const wall = (time: string): Date => new Date(`2026-11-20T${time}:00.000Z`)
const column = (sheet: ExcelJS.Worksheet, index: number) => rowsOf(sheet).map((row) => row[index - 1])

let yearly: OpenedReport
let lifelong: OpenedReport
let empty: OpenedReport
/** Of a young profile with more visitors than are listed. */
let quarterly: OpenedReport
beforeAll(async () => {
  yearly = await reportOf(materialOf(busyAnalytics('12m')))
  lifelong = await reportOf(materialOf(busyAnalytics('all-time')))
  empty = await reportOf(materialOf(emptyAnalytics('7d'), { insights: [] }))
  const young = { ...busyAnalytics('3m', 200), visitors_total: 1_234, profile_since: '2026-08-01' }
  quarterly = await reportOf(materialOf(young))
})

test('the file names its creator and time, and no data of the machine', () => {
  expect(yearly.workbook.creator).toBe(PRODUCT.name)
  expect(yearly.workbook.lastModifiedBy).toBe(PRODUCT.name)
  expect([yearly.workbook.created, yearly.workbook.modified]).toEqual([new Date(AT), new Date(AT)])
})

test('the summary names the profile and the period', () => {
  const sheet = yearly.sheet('Resumen')
  expect(rowsOf(sheet).slice(0, 4)).toEqual([
    ['Resumen ejecutivo'],
    ['Perfil', 'Antonia Peña'],
    ['Página', { text: PAGE, hyperlink: PAGE }],
    ['Período', 'Últimos 12 meses'],
  ])
  expect(rowNamed(sheet, 'Desde')).toEqual(['Desde', date('2025-12-01'), date('2024-12-11')])
  expect(rowNamed(sheet, 'Hasta')).toEqual(['Hasta', date('2026-11-20'), date('2025-11-30')])
  expect(rowNamed(sheet, 'Días')).toEqual(['Días', 355, 355])
})

test('the summary compares each figure with the previous period', () => {
  const sheet = yearly.sheet('Resumen')
  expect(rowNamed(sheet, 'Visitas')).toEqual(['Visitas', 1_449, 1_200, 249 / 1_200])
  expect(rowNamed(sheet, 'Visitantes únicos')).toEqual(['Visitantes únicos', 970, 0, 'Nuevo'])
  expect(rowNamed(sheet, 'Clics')).toEqual(['Clics', 622, 650, -28 / 650])
  expect(rowNamed(sheet, 'Contactos guardados')).toEqual(['Contactos guardados', 310, 310, 0])
  expect(rowNamed(sheet, 'Tasa de interacción')).toEqual(['Tasa de interacción', 0.639, 0.602, 3.7])
  const rows = rowsOf(sheet).map((row) => row.slice(5, 8))
  const best = rows.findIndex(([first]) => first === 'Red más efectiva')
  expect(rows[best + 1]).toEqual(['WhatsApp', 281, 0.452])
})

test('the summary begins with the four figures of the dashboard and their change, from edge to edge of the page', () => {
  const sheet = yearly.sheet('Resumen')
  const band = [6, 7, 8, 9].map((row) => ['A', 'C', 'F', 'J'].map((at) => sheet.getCell(`${at}${row}`)))
  expect(band.map((row) => row.map(({ value }) => value))).toEqual([
    ['Visitas Totales', 'Clics Totales', 'Contactos Guardados', 'Tasa Interacción'],
    [1_449, 622, 310, 0.639],
    [249 / 1_200, -28 / 650, 0, 3.7],
    ['vs. 355 días anteriores', null, null, null],
  ])
  expect(band[2]!.map(({ numFmt }) => numFmt.slice(0, 3))).toEqual(Array(4).fill('"▲"'))
  const tinted = sheet.columns.map((_, at) => sheet.getRow(9).getCell(at + 1).fill?.type)
  expect(tinted).toEqual(Array(10).fill('pattern'))
  expect(sheet.getCell('A5').fill).toBeUndefined()
  expect(lifelong.sheet('Resumen').getCell('A8').value).toBeNull()
})

test('the summary of all time has no comparison', () => {
  const sheet = lifelong.sheet('Resumen')
  expect(rowNamed(sheet, 'Indicador')).toEqual(['Indicador', 'Este período'])
  expect(rowNamed(sheet, 'Visitas')).toEqual(['Visitas', 1_449])
  expect(rowNamed(sheet, 'Tasa de interacción')).toEqual(['Tasa de interacción', 0.639])
})

test('the summary lists sources and devices', () => {
  const sheet = yearly.sheet('Resumen')
  expect(rowNamed(sheet, 'Tarjeta NFC')).toEqual(['Tarjeta NFC', 800, 0.552])
  expect(rowNamed(sheet, 'Buscador')).toEqual(['Buscador', 49, 0.034])
  expect(rowNamed(sheet, 'iPhone')).toEqual(['iPhone', 700, 0.483])
  expect(rowNamed(sheet, 'Telegram')).toEqual(['Telegram', 2])
})

test('the summary has the two figures of reminders', () => {
  const sheet = yearly.sheet('Resumen')
  expect(rowNamed(sheet, 'Recordatorios activos')).toEqual(['Recordatorios activos', 0])
  expect(rowNamed(sheet, 'Recordatorios convertidos')).toEqual(['Recordatorios convertidos', 0])
})

test('the summary has no comparison with a period that begins before the profile [FIG-14]', () => {
  const sheet = quarterly.sheet('Resumen')
  expect(rowNamed(sheet, 'Visitas')).toEqual(['Visitas', 1_449])
  expect(column(sheet, 1)).toContain('Sin comparación: el período anterior empieza antes que el perfil.')
})

test('the series has a row for each month, with a date', () => {
  const sheet = yearly.sheet('Serie')
  expect(sheet.rowCount).toBe(13)
  expect(sheet.getCell('A2').value).toEqual(date('2025-12-01'))
  expect(sheet.getCell('A13').value).toEqual(date('2026-11-01'))
  expect(sheet.getCell('A2').numFmt).toBe('mmm yyyy')
  expect(rowsOf(sheet)[1]?.slice(1)).toEqual([120, 80, 45, 12])
  expect(sheet.getCell('F13').value).toBe('mes en curso')
  expect(sheet.getCell('F12').value).toBeNull()
  expect(quarterly.sheet('Serie').getCell('A1').value).toBe('Semana desde el lunes')
})

test('the hours are shaded in a table of seven weekdays by 24 hours', () => {
  const sheet = yearly.sheet('Horarios')
  expect(column(sheet, 1)).toEqual([
    'Visitas',
    'Lunes',
    'Martes',
    'Miércoles',
    'Jueves',
    'Viernes',
    'Sábado',
    'Domingo',
  ])
  expect(rowsOf(sheet)[0]?.slice(1)).toEqual(
    Array.from({ length: 24 }, (_, h) => `${String(h).padStart(2, '0')}:00`),
  )
  expect(sheet.getCell('Y8').value).toBe(6 * 3 + 23)
  expect([...yearly.files.get('xl/worksheets/sheet4.xml')!.matchAll(/sqref="([^"]+)"/g)].at(-1)?.[1]).toBe(
    'B2:Y8',
  )
  expect(yearly.files.get('xl/worksheets/sheet4.xml')).toContain('<colorScale>')
})

test('visitors are listed with their phone number as text', () => {
  const sheet = yearly.sheet('Visitantes')
  expect(rowsOf(sheet).slice(0, 3)).toEqual([
    ['Nombre', 'Teléfono', 'Descripción', 'Clics', 'Contacto guardado', 'Dijo su nombre'],
    ['Persona Número 1', '+56910000000', 'Nos conocimos en la feria, mesa 1', 0, 'Sí', wall('14:05')],
    ['Persona Número 2', '+56910000001', 'Nos conocimos en la feria, mesa 2', 1, 'No', wall('13:05')],
  ])
  expect(sheet.getCell('B2').numFmt).toBe('@')
})

test('visitors beyond the listed ones are counted', () => {
  const sheet = quarterly.sheet('Visitantes')
  expect(sheet.rowCount).toBe(201)
  expect(sheet.getCell('H1').value).toBe('Los 200 más recientes de 1.234 en total.')
})

test('excluded facts have a separate sheet with their reasons', () => {
  const sheet = yearly.sheet('No contado')
  expect(rowNamed(sheet, 'Robots')).toEqual(['Robots', 12, 4, 0])
  expect(rowNamed(sheet, 'Otras')).toEqual(['Otras', 1, 0, 0])
  expect(rowNamed(sheet, 'En total')).toEqual(['En total', 21, 4, 1])
})

test('insights have their priority in Spanish', () => {
  const [first, second] = INSIGHTS
  expect(rowsOf(yearly.sheet('Insights'))).toEqual([
    ['Prioridad', 'Título', 'Descripción', 'Acción'],
    ['Alta', first?.title, first?.description, first?.action],
    ['Baja', second?.title, second?.description, second?.action],
  ])
})

test('without any data every sheet says so or shows zeros', () => {
  const summary = empty.sheet('Resumen')
  expect(rowNamed(summary, 'Visitas')).toEqual(['Visitas', 0, 0, 0])
  expect(column(summary, 6)).toContain('No hay datos suficientes para este período')
  expect(empty.sheet('Serie').rowCount).toBe(8)
  expect(column(empty.sheet('Redes'), 2).slice(1)).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(empty.sheet('Horarios').getCell('Y8').value).toBe(0)
  expect(empty.sheet('Visitantes').getCell('A2').value).toBe('Nadie dijo su nombre en este período.')
  expect(empty.sheet('Insights').getCell('A2').value).toBe('No hay insights disponibles')
})

const kindOf = (value: ExcelJS.CellValue): string => {
  if (value instanceof Date) return 'date'
  return typeof value === 'object' ? 'link' : typeof value
}

test('every sheet that is a list can be filtered', () => {
  const filters = yearly.workbook.worksheets.map(({ name, autoFilter }) => [name, autoFilter])
  expect(Object.fromEntries(filters.filter(([, filter]) => filter))).toEqual({
    Serie: 'A1:E13',
    Redes: 'A1:C8',
    Visitantes: 'A1:F4',
  })
  expect(empty.sheet('Visitantes').autoFilter).toBeUndefined()
})

test('every sheet has numbers and dates as such, in Chilean formats', () => {
  const formats = new Set<string>()
  for (const sheet of yearly.workbook.worksheets)
    sheet.eachRow((row) =>
      row.eachCell(({ value, numFmt }) => {
        formats.add(`${kindOf(value)} ${numFmt}`)
      }),
    )
  expect([...formats].sort()).toEqual([
    'date dd-mm-yyyy',
    'date dd-mm-yyyy hh:mm',
    'date mmm yyyy',
    'link @',
    'number "▲" 0.0 "pp";"▼" 0.0 "pp";0.0 "pp"',
    'number "▲" 0.0%;"▼" 0.0%;0.0%',
    'number #,##0',
    'number 0.0%',
    'string @',
  ])
})

test('the last sheet names range, zone, instant, log position, rules and definitions', () => {
  const sheet = yearly.sheet('Acerca de')
  expect(rowNamed(sheet, 'Período')).toEqual(['Período', 'Últimos 12 meses'])
  expect(rowNamed(sheet, 'Zona horaria')).toEqual(['Zona horaria', 'America/Santiago'])
  expect(rowNamed(sheet, 'Momento')).toEqual(['Momento', new Date('2026-11-20T14:05:00.000Z')])
  expect(rowNamed(sheet, 'Posición del registro')).toEqual(['Posición del registro', '20417'])
  expect(rowNamed(sheet, 'Versión de reglas')).toEqual(['Versión de reglas', RULES_VERSION])
  for (const meaning of Object.values(busyAnalytics('12m').definitions))
    expect(column(sheet, 2)).toContain(meaning)
})

describe('texts that would be formulas', () => {
  const HOSTILE = [
    '=1+1',
    '+cmd|calc!A1',
    '-1+1',
    '@SUM(1)',
    '\t=1+1',
    '\r=1+1',
    '_x003D_1+1',
    '</t></si><f>1+1</f>',
    '=HYPERLINK("http://x.example")',
  ]
  let report: OpenedReport
  beforeAll(async () => {
    const visitor = { clicks: 1, vcf_downloaded: true, named_at: AT, person: 'interaction-1' }
    const visitors = Object.fromEntries(
      HOSTILE.map((typed) => [typed, { ...visitor, phone: typed, description: typed }]),
    )
    const insights = HOSTILE.slice(0, 3).map((typed) => ({
      ...INSIGHTS[0]!,
      title: typed,
      description: typed,
      action: typed,
    }))
    const analytics = { ...busyAnalytics('12m'), visitors, visitors_total: 9, profile_name: '=2+2' }
    report = await reportOf(
      materialOf(analytics, {
        insights,
        pageAddress: `https://tarjetas.example/pages/${encodeURIComponent('=3+3')}`,
      }),
    )
  })

  test('make no formula in the file, and the only link leads to the page [ACC-18]', () => {
    const sheets = [...report.files].filter(([path]) => path.startsWith('xl/worksheets/sheet'))
    expect(sheets).toHaveLength(SHEETS.length)
    for (const [path, xml] of sheets) {
      expect(xml, path).not.toMatch(/<f[ >/]/)
      expect(xml.match(/<hyperlink /g) ?? [], path).toHaveLength(path.endsWith('/sheet1.xml') ? 1 : 0)
    }
    expect(report.files.get('xl/sharedStrings.xml')).toContain('_x005F_x003D_1+1')
    const links = report.files.get('xl/worksheets/_rels/sheet1.xml.rels')
    expect(links?.match(/Target="http[^"]*"/g)).toEqual(['Target="https://tarjetas.example/pages/%3D3%2B3"'])
  })

  test('start no cell of any sheet, except phone numbers', () => {
    for (const { workbook } of [report, yearly])
      for (const sheet of workbook.worksheets)
        sheet.eachRow((row) =>
          row.eachCell(({ value, type, numFmt }) => {
            expect([2, 3, 4, 5]).toContain(type) // number, string, date, the link to the page
            if (typeof value !== 'string' || !/^[=+\-@\t\r]/.test(value)) return
            expect(value).toMatch(/^\+[\d ().-]+$/)
            expect(numFmt).toBe('@')
          }),
        )
  })
})
