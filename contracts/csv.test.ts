import { expect } from 'vitest'
import { csvLine } from './csv.ts'
import { testTable } from '../tests/support/every.ts'

testTable([
  ['Ana Paz', '"Ana Paz"'],
  ['', '""'],
  ['a;b, "c"\nd', '"a;b, ""c""\nd"'],
  ['=1+1', `"'=1+1"`],
  ['+56 9 8765 4321', `"'+56 9 8765 4321"`],
  ['-1', `"'-1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\t=1', `"'\t=1"`],
  ['\r=1', `"'\r=1"`],
  ['\u0000=1', `"'=1"`],
  ['＝1', `"'＝1"`],
  ['ana@x.example', '"ana@x.example"'],
  ['a\uD800', '"a"'],
])('a cell is quoted, and is no formula [ACC-18]', (text, written) =>
  expect(csvLine([text])).toBe(`${written}\r\n`),
)
