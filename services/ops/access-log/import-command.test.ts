import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSettings } from '@app/settings/settings.ts'
import { logLine, MAP_JSON } from '../testing/log-lines.ts'
import { importCommand } from './import-command.ts'
import { crowdIn } from './survey-log.ts'

const sumOf = (lines: readonly number[]): number => lines.reduce((sum, one) => sum + one, 0)

test.each([
  ['one proxy', [100], { lines: 100, addresses: 1 }],
  ['two proxies and a few calls past them', [60, 40, 2, 2, 2], { lines: 100, addresses: 2 }],
  ['five nodes of a balancer', [20, 20, 20, 20, 20], { lines: 100, addresses: 5 }],
  ['many people', Array.from({ length: 40 }, () => 5), undefined],
  ['an office among many people', [85, ...Array.from({ length: 15 }, () => 1)], undefined],
  ['a short log', [19], undefined],
  ['nothing', [], undefined],
])('%s: nearly all lines share a few addresses, or not', (_who, linesOfAddresses, crowd) =>
  expect(crowdIn(linesOfAddresses, sumOf(linesOfAddresses))).toEqual(crowd),
)

test('lines of addresses that are not told apart any more count against a crowd', () => {
  expect(crowdIn([100], 112)).toBeUndefined()
  expect(crowdIn([100], 111)).toEqual({ lines: 100, addresses: 1 })
})

describe('an import', () => {
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'app-survey-'))
  })
  afterAll(() => rm(dir, { recursive: true }))

  const requests = ['GET /ana HTTP/1.1', 'GET https://x.example/ana/wa HTTP/2.0', 'GET /otra HTTP/1.1', '']
  const lines = Array.from({ length: 40 }, (_none, at) => {
    const line = logLine({ address: '10.0.0.1', request: requests[at % 4]! })
    return at % 4 === 3 ? 'cortada' : `${line} "203.0.113.${at}, 10.0.0.2"`
  })

  /** There is no database: what gets as far as that fails. */
  async function ordered(map: object, flags: { readonly isDryRun?: boolean } = {}) {
    await writeFile(join(dir, 'a.log'), lines.join('\n'))
    await writeFile(join(dir, 'map.json'), JSON.stringify({ ...MAP_JSON, ...map }))
    const printed: string[] = []
    const print = (text: string): void => void printed.push(text)
    const terminal = { say: print, print, signal: new AbortController().signal }
    const settings = readSettings({ DATA_DIR: dir, DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })
    const [file, name] = [join(dir, 'a.log'), join(dir, 'map.json')]
    const progress = () => Promise.reject(new Error('no bar')) as never
    const wanted = { file, map: name, source: 'a', isDryRun: false, isConfirmed: false, progress, ...flags }
    const code = await importCommand(settings, terminal, wanted)
    return { code, printed: printed.join('\n').split('\n') }
  }

  test('of a log with the address of a proxy appends nothing, and says why', async () => {
    const { code, printed } = await ordered({})
    expect(code).toBe(1)
    expect(printed).toContain('  Con regla                20')
    expect(printed.join('\n')).toMatch(/Cuidado: 20 de las 20 líneas con regla vienen de una sola dirección/)
    expect(printed.at(-1)).toBe(
      'No se importó nada. Si de verdad son tan pocas personas, repite la orden con --yes.',
    )
  })

  test('that is a dry run counts what it would import, and writes nothing', async () => {
    const { code, printed } = await ordered({ address: 'last' }, { isDryRun: true })
    expect([code, printed]).toEqual([
      0,
      [
        '',
        '  Líneas leídas            40',
        '  Con regla                20',
        '    toques                 10',
        '    clics                  10',
        '    descargas               0',
        '    direcciones distintas  20',
        '  Sin regla                10',
        '  No se pudieron leer      10',
        '',
        'No se importó nada: era una prueba.',
      ],
    ])
    expect(await readdir(dir)).toEqual(['a.log', 'map.json'])
  })

  test('that is a dry run warns of a proxy too', async () => {
    const { code, printed } = await ordered({}, { isDryRun: true })
    expect([code, printed.join('\n')]).toEqual([0, expect.stringContaining('"address": "last"')])
  })
})
