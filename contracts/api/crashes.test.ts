import { expect, test } from 'vitest'
import { crashBody, crashOf } from './crashes.ts'
import { testTable } from '../../tests/support/every.ts'

function thrown(name: string, message: string, stack: string): Error {
  const error = new Error(message)
  return Object.assign(error, { name, stack })
}

const FRAMES = [
  '    at Xe (https://tarjeta.example/assets/index-DKvhJ1Y8.js:11:26355)',
  'Qo@https://tarjeta.example/assets/api-DX4Hal1Q.js:1:87536',
].join('\n')

test('a crash report has the class of its error and lines of our own files', () => {
  const crash = crashOf(thrown('TypeError', 'x is null', `TypeError: x is null\n${FRAMES}`))
  expect(crash).toEqual({
    name: 'TypeError',
    frames: ['assets/index-DKvhJ1Y8.js:11:26355', 'assets/api-DX4Hal1Q.js:1:87536'],
  })
  expect(crashBody.parse(crash)).toEqual(crash)
})

test('a crash report has nothing that somebody typed [PRIV-12]', () => {
  const typed = 'ana@correo.cl'
  const stack = `Error: ${typed}\n    at ${typed} (https://tarjeta.example/pages/${typed}:1:1)\n${FRAMES}`
  expect(JSON.stringify(crashOf(thrown(typed, typed, stack)))).not.toContain('ana')
  expect(crashOf(thrown(typed, typed, stack)).name).toBe('Error')
})

test('a crash report has a bounded size, however deep the stack', () => {
  const deep = thrown('RangeError', '', Array.from({ length: 500 }, () => FRAMES).join('\n'))
  expect(crashBody.safeParse(crashOf(deep)).success).toBe(true)
})

test('a thrown value that is no error has a type and no lines of files', () => {
  expect(crashOf('ana@correo.cl')).toEqual({ name: 'string', frames: [] })
})

testTable([
  ['a name with a text', { name: 'Ana Soto', frames: [] }],
  ['a place outside of our files', { name: 'Error', frames: ['https://otra.example/x.js:1:1'] }],
  ['a text for a place', { name: 'Error', frames: ['ana@correo.cl'] }],
  ['too many places', { name: 'Error', frames: Array.from({ length: 21 }, () => 'assets/a.js:1:1') }],
])('a report with anything else is refused', (_what, body) => {
  expect(crashBody.safeParse(body).success).toBe(false)
})
