import { expect, test } from 'vitest'
import { fileNameOf } from './file-name.ts'

test('the name with all its letters is preferred to the plain one', () => {
  const disposition = `attachment; filename="Reporte Nandu.xlsx"; filename*=UTF-8''Reporte%20%C3%91and%C3%BA.xlsx`
  expect(fileNameOf(disposition)).toBe('Reporte Ñandú.xlsx')
})

test('a plain name is taken in quotes or without', () => {
  expect(fileNameOf('attachment; filename="Reporte \\"A\\" 2026-11-20.xlsx"')).toBe(
    'Reporte "A" 2026-11-20.xlsx',
  )
  expect(fileNameOf('attachment; filename=reporte.xlsx')).toBe('reporte.xlsx')
})

test('an absent or unreadable name gives undefined', () => {
  expect(fileNameOf(null)).toBeUndefined()
  expect(fileNameOf('inline')).toBeUndefined()
  expect(fileNameOf("attachment; filename*=UTF-8''%E0%A4%A")).toBeUndefined()
})
