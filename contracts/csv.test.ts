import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
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
])('the cell %j is written as %s [ACC-18]', (text, written) => expect(csvLine([text])).toBe(`${written}\r\n`))
