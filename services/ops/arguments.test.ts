import { expect, test } from 'vitest'
import { Mistake } from './arguments.ts'
import { parseOrder } from './orders.ts'

const argsOf = (line: string): unknown => parseOrder(line.split(' ').filter(Boolean))?.args

const IMPORT = { file: 'a.log', map: 'm.json', source: 'access-log' }
const EMAIL = 'ana@x.example'
const ERASE = { email: EMAIL, isConfirmed: false }

const ORDERS: readonly (readonly [line: string, args: unknown])[] = [
  ['import access-log a.log --map m.json', IMPORT],
  ['import access-log --source sitio-2 a.log --map=m.json', { ...IMPORT, source: 'sitio-2' }],
  ['verify', undefined],
  ['migrate', undefined],
  [`admin grant ${EMAIL}`, EMAIL],
  [`admin revoke ${EMAIL}`, EMAIL],
  ['codes issue', { count: 1, maxProfiles: 1 }],
  ['codes issue --profiles 3 --count 5', { count: 5, maxProfiles: 3 }],
  [`erase ${EMAIL}`, ERASE],
  [`erase ${EMAIL} --yes`, { ...ERASE, isConfirmed: true }],
  ['--help', undefined],
  ['import access-log -h', undefined],
]

test('each order is read with its defaults', () => {
  for (const [line, args] of ORDERS) expect([line, argsOf(line)]).toEqual([line, args])
})

const FAULTS = [
  ['', 'Falta la orden.'],
  ['rehacer', 'No existe la orden: rehacer'],
  ['import', 'No existe la orden: import'],
  ['import access-log', 'Falta el archivo.'],
  ['import access-log a.log', 'Falta el mapa'],
  ['import access-log a.log b.log --map m.json', 'Sobra: b.log'],
  ['import access-log a.log --map', 'No se entiende'],
  ['import access-log a.log --map m.json --source Año', '--source lleva'],
  ['verify now', 'No existe la orden: verify now'],
  ['admin grant', 'Falta el correo.'],
  ['admin grant ana', 'No es un correo: ana'],
  ['admin grant ana@x.example bea@x.example', 'Sobra: bea@x.example'],
  ['codes issue 5', 'Sobra: 5'],
  ['codes issue --count 1001', '--count lleva'],
  ['erase', 'Falta el correo.'],
  ['toString', 'No existe la orden: toString'],
] as const

test('each faulty line is refused with the reason', () => {
  for (const [line, because] of FAULTS) {
    const reading = () => argsOf(line)
    expect(reading, line).toThrow(Mistake)
    expect(reading, line).toThrow(because)
  }
})
