import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { append } from '@app/kernel/commands.ts'
import { lockOfRebuild } from '@app/projections/runtime/rebuild/builds-beside.ts'
import { buildName, findActiveBuild, listBuilds } from '@app/projections/runtime/builds.ts'
import { eventOf } from '@app/projections/testing/read-side.ts'
import { trafficProjection } from '@app/projections/traffic/projection.ts'
import { ANA, tapped } from '@app/projections/testing/traffic-story.ts'
import { withAdvisoryLock } from '@app/postgres/advisory-lock.ts'
import { createProgressBar } from '../progress-bar.ts'
import { projectAll } from '../testing/installed-product.ts'
import { installInFolder, terminalTo, type ProductInFolder } from '../testing/product-folder.ts'
import { rebuildCommand, type WantedRebuild, rollbackCommand } from './rebuild-command.ts'

const FIRST = buildName(trafficProjection)

const TAPS = 20
let product: ProductInFolder
let lines: string[] = []
let typed = ''
let stopping = new AbortController()

beforeAll(async () => {
  product = await installInFolder()
  for (let n = 0; n < TAPS; n += 1) {
    const event = eventOf(tapped({ visitor: ANA, at: new Date(Date.UTC(2026, 9, 1, n + 4)).toISOString() }))
    await append(product.backend.store, `visit-${event.id}`, 'noStream', [event])
  }
  await projectAll(product)
})
afterAll(() => product.close())
beforeEach(() => {
  lines = []
  typed = ''
  stopping = new AbortController()
})

const terminal = () => terminalTo(lines, stopping.signal)
const rebuild = (wanted: Partial<WantedRebuild> = {}): Promise<number> =>
  rebuildCommand(product.settings, terminal(), {
    projection: 'traffic',
    isDryRun: false,
    isConfirmed: false,
    acceptsDifferences: false,
    ask: async (question) => {
      lines.push(question)
      return typed
    },
    progress: () =>
      createProgressBar({ isTerminal: false, write: (text) => void lines.push(text), clock: () => 1_000 }),
    ...wanted,
  })
const live = async () => (await findActiveBuild(product.backend.projector, 'traffic'))!
const builds = async () =>
  (await listBuilds(product.backend.projector)).filter(({ projection }) => projection === 'traffic')
const change = () => product.backend.projector.query(`update ${FIRST}.traffic_days set visits = 99`)

test('a dry run says how much it would read and for how long, and leaves nothing', async () => {
  expect(await rebuild({ isDryRun: true })).toBe(0)
  expect(lines).toEqual([expect.stringMatching(/^Se leerán 20 eventos, cerca de \d+ s\.$/)])
  expect(await builds()).toHaveLength(1)
})

test('equal rows are swapped in with one word, and an interrupted rebuild goes on', async () => {
  const show = (): void => stopping.abort()
  expect(await rebuild({ progress: () => ({ show, end: () => undefined }) })).toBe(130)
  expect(lines.at(-1)).toMatch(
    /^Interrumpida en el evento [\d.]+\. Los datos actuales no cambiaron\. Para seguir/,
  )
  expect((await live()).name).toBe(FIRST)
  stopping = new AbortController()
  expect(await rebuild()).toBe(0)
  expect(lines.at(-1)).toMatch(/^No se cambió nada\. La nueva queda al lado 24 horas/)
  typed = 's'
  expect(await rebuild()).toBe(0)
  expect(lines).toContain('Reconstrucción lista. Sin diferencias.')
  expect((await live()).name).toBe(`${FIRST}_2`)
  expect(await rollbackCommand(product.settings, terminal(), 'traffic')).toBe(0)
  expect((await live()).name).toBe(FIRST)
})

test('rows that differ are shown, and swapped in only by the name of the read model', async () => {
  await change()
  typed = 's'
  expect(await rebuild({ isConfirmed: true })).toBe(1)
  expect(lines.join('\n')).toMatch(
    /traffic_days day=2026-10-01 .*\n {4}en uso {2}visits=99\n {4}nueva {3}visits=20\n/,
  )
  expect(lines).toContain('Reconstrucción lista. 1 fila distinta.')
  expect((await live()).name).toBe(FIRST)
  typed = 'traffic'
  expect(await rebuild()).toBe(0)
  expect((await live()).name).toBe(`${FIRST}_3`)
  expect(await rollbackCommand(product.settings, terminal(), 'traffic')).toBe(0)
  expect(await rebuild({ acceptsDifferences: true })).toBe(0)
  expect((await live()).name).toBe(`${FIRST}_4`)
})

test('a second rebuild at the same time is refused, and a roll-back of what was never swapped', async () => {
  await withAdvisoryLock(product.backend.projector, lockOfRebuild('traffic'), () =>
    expect(rebuild()).rejects.toThrow('La vista traffic ya se está reconstruyendo'),
  )
  await expect(rollbackCommand(product.settings, terminal(), 'codes')).rejects.toThrow(
    'La vista codes no tiene una anterior guardada. No se cambió nada.',
  )
})
