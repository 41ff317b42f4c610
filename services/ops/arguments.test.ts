import { describe, expect, test } from 'vitest'
import { parseArguments } from './arguments.ts'

const parsed = (line: string) => parseArguments(line.split(' ').filter(Boolean))

describe('import access-log', () => {
  test('takes a file and a map', () => {
    expect(parsed('import access-log a.log --map m.json')).toEqual({
      name: 'import access-log',
      file: 'a.log',
      map: 'm.json',
      source: 'access-log',
      isDryRun: false,
      isConfirmed: false,
    })
    expect(parsed('import access-log a.log --map m.json --dry-run --yes')).toMatchObject({
      isDryRun: true,
      isConfirmed: true,
    })
  })

  test('takes the name of the server that wrote the log', () => {
    expect(parsed('import access-log --source sitio-2 a.log --map=m.json')).toMatchObject({
      source: 'sitio-2',
    })
  })
})

describe('sample access-log', () => {
  test('has default lines and a default seed', () => {
    expect(parsed('sample access-log a.log')).toEqual({
      name: 'sample access-log',
      file: 'a.log',
      lines: 5_000,
      seed: 1,
    })
  })

  test('takes other lines and another seed', () => {
    expect(parsed('sample access-log a.log --lines 20 --seed 0')).toMatchObject({ lines: 20, seed: 0 })
  })
})

describe('rebuild', () => {
  test('takes a read model, and an end: a position, a day, or an instant', () => {
    expect(parsed('rebuild traffic')).toEqual({
      name: 'rebuild',
      projection: 'traffic',
      to: undefined,
      isDryRun: false,
      isConfirmed: false,
      acceptsDifferences: false,
    })
    expect(parsed('rebuild traffic --to 19402 --dry-run')).toMatchObject({ to: 19_402n, isDryRun: true })
    const day = { to: new Date('2026-11-21T02:59:59.999Z') }
    expect(parsed('rebuild traffic --to 2026-11-20')).toMatchObject(day)
    const instant = { to: new Date('2026-11-20T15:00:00Z') }
    expect(parsed('rebuild traffic --to 2026-11-20T12:00:00-03:00')).toMatchObject(instant)
  })

  test('accepts differences by the same name only', () => {
    expect(parsed('rebuild codes --accept-differences codes')).toMatchObject({ acceptsDifferences: true })
    expect(parsed('rebuild codes --accept-differences traffic')).toMatchObject({ name: 'help' })
  })
})

test('rollback takes a read model', () => {
  expect(parsed('rollback codes')).toEqual({ name: 'rollback', projection: 'codes' })
})

test.each(['verify', 'migrate'])('%s takes nothing', (name) => {
  expect(parsed(name)).toEqual({ name })
})

test('vault accept-loss takes nothing, not even --yes in place of answers', () => {
  expect(parsed('vault accept-loss --yes')).toEqual({ name: 'vault accept-loss' })
  expect(parsed('vault accept-loss ya')).toMatchObject({ name: 'help', because: 'Sobra: ya' })
})

test.each(['disable', 'enable'])('account %s takes an e-mail', (change) => {
  expect(parsed(`account ${change} ana@x.example`)).toEqual({
    name: 'account',
    change,
    email: 'ana@x.example',
  })
})

test.each(['grant', 'revoke'])('admin %s takes an e-mail', (change) => {
  expect(parsed(`admin ${change} ana@x.example`)).toEqual({ name: 'admin', change, email: 'ana@x.example' })
})

test('mail bounce takes a file or a dash', () => {
  expect(parsed('mail bounce informe.eml')).toEqual({ name: 'mail bounce', file: 'informe.eml' })
  expect(parsed('mail bounce -')).toEqual({ name: 'mail bounce', file: '-' })
  expect(parsed('mail bounce')).toMatchObject({ name: 'help', because: 'Falta el archivo.' })
})

test('erase subscriber takes an e-mail', () => {
  expect(parsed('erase subscriber ana@x.example --yes')).toEqual({
    name: 'erase',
    kind: 'subscriber',
    wanted: 'ana@x.example',
    isConfirmed: true,
  })
  expect(parsed('erase subscriber ana')).toMatchObject({ name: 'help' })
})

test('codes list takes nothing', () => expect(parsed('codes list')).toEqual({ name: 'codes list' }))

test('codes issue defaults to one code for one profile', () => {
  expect(parsed('codes issue')).toEqual({ name: 'codes issue', count: 1, maxProfiles: 1 })
  expect(parsed('codes issue --profiles 3 --count 5')).toMatchObject({ count: 5, maxProfiles: 3 })
})

test('erase account asks, unless --yes is given', () => {
  const erase = { name: 'erase', kind: 'account', wanted: 'ana@x.example', isConfirmed: false }
  expect(parsed('erase account ana@x.example')).toEqual(erase)
  expect(parsed('erase account ana@x.example --yes')).toEqual({ ...erase, isConfirmed: true })
})

test.each(['profile', 'visitor', 'quotation'])('erase %s takes a name with its blanks', (kind) => {
  const erase = { name: 'erase', kind, wanted: 'Ana María', isConfirmed: true }
  expect(parsed(`erase ${kind} Ana María --yes`)).toEqual(erase)
  expect(parsed(`erase ${kind}`)).toMatchObject({ name: 'help', because: 'Falta el nombre.' })
})

test('retention takes --dry-run or --yes', () => {
  expect(parsed('retention')).toEqual({ name: 'retention', isDryRun: false, isConfirmed: false })
  expect(parsed('retention --dry-run')).toMatchObject({ isDryRun: true })
  expect(parsed('retention --yes')).toMatchObject({ isConfirmed: true })
})

test('requested help is no error', () => {
  expect(parsed('--help')).toEqual({ name: 'help' })
  expect(parsed('import access-log -h')).toEqual({ name: 'help' })
})

test.each([
  ['', 'Falta la orden.'],
  ['rehacer', 'No existe la orden: rehacer'],
  ['rebuild', 'Falta la vista: accounts, '],
  ['rebuild nada', 'No existe la vista: nada. Hay: accounts, '],
  ['rebuild traffic codes', 'Sobra: codes'],
  ['rebuild traffic --to mañana', '--to lleva una posición (19402), un día'],
  ['rebuild traffic --to 2026-02-30', '--to lleva una posición (19402), un día'],
  ['rollback', 'Falta la vista'],
  ['import', 'No existe la orden: import'],
  ['import access-log', 'Falta el archivo.'],
  ['import access-log a.log', 'Falta el mapa'],
  ['import access-log a.log b.log --map m.json', 'Sobra: b.log'],
  ['import access-log a.log --map', 'No se entiende'],
  ['import access-log a.log --mapa m.json', 'No se entiende'],
  ['import access-log a.log --map m.json --source Año', '--source lleva'],
  ['sample access-log a.log --lines 0', '--lines lleva'],
  ['sample access-log a.log --lines many', '--lines lleva'],
  ['sample access-log a.log --seed -1', 'No se entiende'],
  ['sample access-log a.log --seed 99999999999', '--seed lleva'],
  ['verify now', 'No existe la orden: verify now'],
  ['admin grant', 'Falta el correo.'],
  ['admin grant ana', 'No es un correo: ana'],
  ['admin give ana@x.example', 'No existe la orden: admin give'],
  ['admin grant ana@x.example bea@x.example', 'Sobra: bea@x.example'],
  ['account disable', 'Falta el correo.'],
  ['account enable ana', 'No es un correo: ana'],
  ['codes issue 5', 'Sobra: 5'],
  ['codes issue --count 1001', '--count lleva'],
  ['codes issue --profiles 0', '--profiles lleva'],
  ['erase account', 'Falta el correo.'],
  ['erase account ana', 'No es un correo: ana'],
  ['toString', 'No existe la orden: toString'],
])('%j gets help with the reason', (line, because) => {
  expect(parsed(line)).toEqual({ name: 'help', because: expect.stringContaining(because) })
})

test('parked takes a read model that exists, a position or --all, and a reason to skip', () => {
  const because = (line: string) => {
    const command = parsed(`parked ${line}`)
    return command.name === 'help' ? command.because : command
  }
  expect(because('list')).toEqual({ name: 'parked', act: 'list', projection: undefined })
  expect(because('retry traffic --all')).toEqual({
    name: 'parked',
    act: 'retry',
    projection: 'traffic',
    position: undefined,
  })
  expect(because('retry traffic 7')).toMatchObject({ position: 7n })
  expect(because('skip traffic 7 --reason=malo')).toMatchObject({ position: 7n, reason: 'malo' })
  expect(because('list nada')).toMatch(/^No existe la vista nada\. Las que hay: accounts, /)
  expect(because('retry traffic')).toBe('Indica una posición, o --all.')
  expect(because('retry traffic 7 --all')).toBe('Indica una posición, o --all.')
  expect(because('retry traffic ayer')).toBe('No es una posición: ayer')
  expect(because('skip traffic 7')).toBe('Falta el motivo: --reason MOTIVO')
  expect(because('skip traffic 7 --reason=')).toBe('Falta el motivo: --reason MOTIVO')
  expect(because('unpark')).toBe('parked lleva list, retry o skip.')
})
