import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { StartError } from '@app/contracts/start-error.ts'
import { logLine, MAP, MAP_JSON } from '../testing/log-lines.ts'
import { findRule, parseMap, profilesOf, readMap, type AccessMap } from './map.ts'
import { parseLine } from './parse-line.ts'

const ruleFor = (request: string, status = 200, map: AccessMap = MAP) =>
  findRule(map, parseLine(Buffer.from(logLine({ request, status })))!)
const reading = (json: unknown) => () => parseMap(JSON.stringify(json), 'mapa.json')
const withRule = (rule: object) => ({ ...MAP_JSON, rules: [...MAP_JSON.rules, rule] })

describe('a rule', () => {
  test('is found by the path without its query string', () => {
    expect(ruleFor('GET /ana?s=qr HTTP/1.1')).toMatchObject({ profile: 'ana', event: 'tap' })
    expect(ruleFor('GET /ana/wa HTTP/1.1')).toMatchObject({ event: 'click', network: 'whatsapp' })
    expect(ruleFor('GET /otra HTTP/1.1')).toBeUndefined()
  })

  test('is the first that matches', () => {
    const map = parseMap(
      JSON.stringify(withRule({ path: '^/ana', profile: 'otra', event: 'tap' })),
      'mapa.json',
    )
    expect(ruleFor('GET /ana HTTP/1.1', 200, map)?.profile).toBe('ana')
    expect(ruleFor('GET /ana/mas HTTP/1.1', 200, map)?.profile).toBe('otra')
  })

  test('is for the methods and statuses of the map only', () => {
    expect(ruleFor('HEAD /ana HTTP/1.1')).toBeUndefined()
    expect(ruleFor('GET /ana HTTP/1.1', 404)).toBeUndefined()
    expect(ruleFor('-', 200)).toBeUndefined()
  })
})

test('the profiles of a map are named once each', () => {
  expect(profilesOf(MAP)).toEqual(['ana', 'luis'])
})

describe('a wrong map is refused with the path of the mistake', () => {
  const click = { path: '^/x$', profile: 'ana', event: 'click' }
  test.each([
    ['a click without network', withRule(click), 'rules[4].network'],
    ['an unknown network', withRule({ ...click, network: 'myspace' }), 'rules[4].network'],
    ['an unknown event', withRule({ ...click, event: 'clic' }), 'rules[4].event'],
    ['a network on a tap', withRule({ ...click, event: 'tap', network: 'email' }), 'rules[4]'],
    ['a path that is no regular expression', withRule({ ...click, path: '(' }), 'rules[4].path'],
    ['a slug that no profile can have', withRule({ ...click, profile: 'Ana María' }), 'rules[4].profile'],
    ['no rules', { ...MAP_JSON, rules: [] }, 'rules'],
    ['no methods', { ...MAP_JSON, methods: undefined }, 'methods'],
    ['a method in lower case', { ...MAP_JSON, methods: ['get'] }, 'methods[0]'],
    ['a status outside the range of HTTP', { ...MAP_JSON, statuses: [2000] }, 'statuses[0]'],
    ['an unknown place of the address', { ...MAP_JSON, address: 'middle' }, 'address'],
    ['a proxy that is no network', { ...MAP_JSON, proxies: ['10.0.0.1', 'proxy.example'] }, 'proxies[1]'],
    ['everybody as a proxy', { ...MAP_JSON, proxies: ['0.0.0.0/0'] }, 'proxies[0]'],
    ['a misspelt key', { ...MAP_JSON, reglas: [] }, 'su raíz'],
    ['a list', [], 'su raíz'],
  ])('%s', (_what, json, place) => {
    expect(reading(json)).toThrow(StartError)
    expect(reading(json)).toThrow(`mapa.json no se puede usar en ${place}`)
  })

  test('in Spanish', () => {
    expect(reading(withRule({ ...click, network: 'x' }))).toThrow('Opción inválida')
    expect(reading(withRule(click))).not.toThrow('Invalid')
  })

  test('when it is not JSON', () => {
    expect(() => parseMap('{', 'mapa.json')).toThrow('El mapa mapa.json no es JSON válido')
    expect(() => parseMap('#\n\n#', 'mapa.json')).toThrow(/^[^\n]+$/)
  })

  test('when it cannot be read', async () => {
    await expect(readMap('/nowhere/mapa.json')).rejects.toThrow(
      'No se puede leer el mapa /nowhere/mapa.json (ENOENT)',
    )
  })
})

test('a map says where the address of the visitor is, by default at the beginning', () => {
  expect(MAP).toMatchObject({ address: 'first', proxies: [] })
  const behind = { ...MAP_JSON, address: 'last', proxies: ['203.0.113.0/24', '2001:db8::/32'] }
  expect(parseMap(JSON.stringify(behind), 'mapa.json')).toMatchObject({
    address: 'last',
    proxies: behind.proxies,
  })
})

test('a map is read from its file', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'app-map-'))
  await writeFile(join(dir, 'mapa.json'), JSON.stringify(MAP_JSON))
  expect(await readMap(join(dir, 'mapa.json'))).toEqual(MAP)
  await rm(dir, { recursive: true })
})
