import { expect, test } from 'vitest'
import { ROOT } from '../../tests/support/source-files.ts'
import { createClosing } from './product/closing.ts'
import type { BenchPart, BenchContext } from './part.ts'
import { runPart, withClosing } from './run-part.ts'

const PART: BenchPart = {
  name: 'half',
  title: 'Half as fast',
  how: 'By hand.',
  peers: ['express'],
  metrics: [{ name: 'rate', title: 'events/s', digits: 0 }],
  variants: [
    { name: 'one', title: 'one' },
    { name: 'two', title: 'two' },
  ],
  aims: [{ title: 'one ÷ two', metric: 'rate', of: 'one', by: 'two', atLeast: 0.6 }],
  open: async () => ({ one: 50, two: 100 }),
  measure: async (bench, variant) => ({ rate: (bench as Record<string, number>)[variant]! }),
}
const lines: string[] = []
const CONTEXT: BenchContext = {
  server: {
    version: '18',
    database: async () => '',
    dropDatabase: async () => undefined,
    copyDatabase: async () => undefined,
    cpuMicros: () => undefined,
  },
  productDist: '',
  ownDist: '',
  folder: '/somewhere/of/this/run',
  keptRoot: '/somewhere/kept',
  closing: createClosing(() => undefined),
  say: (line) => lines.push(line),
}
const OPTIONS = {
  root: ROOT,
  rounds: 2,
  machine: { watchLoad: () => () => ({ average: 0, othersCores: 0 }), isTooLoaded: () => false },
}

test('a part is measured, announced and reported', async () => {
  const { section, failed } = await runPart(PART, CONTEXT, OPTIONS)
  expect(failed).toBe(false)
  expect(section).toContain('not reached: 0.50')
  expect(section).toMatch(/PostgreSQL 18, express \d+\.\d+\.\d+/)
  expect(lines).toContain('half · round 2/2 · two: 100 events/s')
  expect(lines.at(-1)).toBe('half · one ÷ two · 0.50 (0.50–0.50) · ≥ 0.6 · not reached: 0.50')
})

test('further information of a part is collected after the rounds, and is in its section', async () => {
  const information = async () => [{ head: ['table', 'MB'], rows: [['facts', '12']] }]
  const { section } = await runPart({ ...PART, information }, CONTEXT, OPTIONS)
  expect(section).toContain('| facts | 12  |')
})

test('a part that breaks is reported as failed, without a word of where this machine keeps things', async () => {
  const measure = () => Promise.reject(new Error(`${CONTEXT.folder}/log and ${ROOT}/dist are gone`))
  const { section, failed } = await runPart({ ...PART, measure }, CONTEXT, OPTIONS)
  expect(failed).toBe(true)
  expect(section).toContain('`one: …/log and …/dist are gone`')
})

test('a part that cannot even be made ready is reported as failed', async () => {
  const open = () => Promise.reject(new Error('no server'))
  expect(await runPart({ ...PART, open }, CONTEXT, OPTIONS)).toMatchObject({ failed: true })
})

test('what a part has opened is closed at its end, and at the bench’s end too if that comes first', async () => {
  const closed: string[] = []
  const [all, own] = [createClosing(() => undefined), createClosing(() => undefined)]
  own.add(() => void closed.push('own'))
  await expect(withClosing(all, own, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(closed).toEqual(['own'])
  own.add(() => void closed.push('again'))
  await all.closeAll()
  expect(closed).toEqual(['own', 'again'])
})
