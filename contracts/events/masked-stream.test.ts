import { expect } from 'vitest'
import { MASK, maskedStream, withoutVisitor } from './masked-stream.ts'
import { testTable } from '../../tests/support/every.ts'

const PROFILE = '0199a000-0000-7000-8000-0000000000aa'
const VISITOR = '0199a000-0000-7000-8000-0000000000bb'

testTable([
  [`visitor-${PROFILE}.${VISITOR}`, `visitor-${PROFILE}.${MASK}`],
  [`VISITOR-${PROFILE}.${VISITOR}`, `VISITOR-${PROFILE}.${MASK}`],
  [`of visitor-${PROFILE}.${VISITOR}, said twice`, `of visitor-${PROFILE}.${MASK}, said twice`],
  [`visitor-${PROFILE}`, `visitor-${PROFILE}`],
  ['', ''],
])('the id of a visitor is masked wherever it stands', (text, masked) => {
  expect(withoutVisitor(text)).toBe(masked)
  expect(maskedStream(text)).toBe(masked)
})
