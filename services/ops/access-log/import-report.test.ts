import { expect, test } from 'vitest'
import type { Imported } from './import-log.ts'
import { reportOf } from './import-report.ts'

const IMPORTED: Imported = {
  counts: {
    read: 10_000,
    fresh: { tap: 2_000, click: 1_000, download: 57 },
    known: 400,
    unmapped: 6_541,
    unreadable: 2,
    conflicts: 0,
  },
  profiles: [
    { slug: 'ana', id: '1', reused: false },
    { slug: 'luis', id: '2', reused: true },
  ],
  examples: [
    { number: 7, text: '• - - [' },
    { number: 8_899, text: '•' },
  ],
  interrupted: false,
}

test('the summary counts the outcome of every line', () => {
  expect(reportOf(IMPORTED, 'a.log.rejected')).toBe(
    `  Líneas leídas        10.000
  Eventos nuevos        3.057
    toques              2.000
    clics               1.000
    descargas              57
  Ya estaban              400
  Sin regla             6.541
  No se pudieron leer       2

Perfiles nuevos: ana
Perfiles que ya existían: luis

No se pudieron leer:
  línea 7: • - - [
  línea 8.899: •
Todas, completas, están en a.log.rejected`,
  )
})

test('conflicts and unreadable lines are shown only when they exist', () => {
  const counts = { ...IMPORTED.counts, conflicts: 3, unreadable: 0 }
  const report = reportOf({ ...IMPORTED, counts, examples: [] }, 'a.log.rejected')
  expect(report).toContain('En conflicto con otro evento       3')
  expect(report).not.toContain('rejected')
})

test('only the first of many unreadable lines are shown, and the report says so', () => {
  const counts = { ...IMPORTED.counts, unreadable: 300 }
  expect(reportOf({ ...IMPORTED, counts }, 'r')).toContain('No se pudieron leer (las primeras 2):')
})
