import { describe, expect, inject, test } from 'vitest'
import type { AdminProfile } from '@app/contracts/administration.ts'
import { createRandom } from '@app/services/product/generator/random.ts'
import { asAdministrator, call } from '../support/processes/product-calls.ts'
import { faultsOf, logOf } from '../kills/product-log.ts'
import { ownUsedFolder, processesOn, startProductProcess } from '../support/processes/product-process.ts'
import { startByNpm, startProgram } from '../support/processes/program.ts'
import { emptyLedger, factsOf, writeAll } from '../kills/track-writers.ts'
import { eventually } from '../support/eventually.ts'
import { startAwakeTime } from '../support/awake-time.ts'

const CLICKS = 400
const WRITERS = 8
const STOP_MS_MAX = 10_000
describe('Ctrl-C', () => {
  test('ends everything in ten seconds under load, and keeps all acknowledged facts [RUN-4]', async () => {
    const { dataDir, password } = await ownUsedFolder()
    const product = await startProductProcess({ dataDir })
    const [demo] = (await asAdministrator(product.url, password, '/api/admin/profiles')) as AdminProfile[]
    const enough = new AbortController()
    const ledger = emptyLedger()
    const target = { url: () => product.url, profileId: demo!.id, slug: 'demo', signal: enough.signal }
    const facts = factsOf(inject('seed'), CLICKS, createRandom(inject('seed')))
    const writing = writeAll(facts, target, { writers: WRITERS, ledger }).catch(() => undefined)
    await expect.poll(() => ledger.acknowledged.size, { interval: 1 }).toBeGreaterThan(CLICKS / 4)
    const sinceMs = startAwakeTime()
    expect([await product.stop(), product.errors()]).toEqual([0, ''])
    expect(sinceMs()).toBeLessThan(STOP_MS_MAX)
    enough.abort()
    await writing
    expect(await processesOn(dataDir)).toEqual([])
    await startProductProcess({ dataDir })
    const log = await logOf(dataDir)
    const stored = new Set(log.map(({ id }) => id))
    expect([...ledger.acknowledged.keys()].filter((id) => !stored.has(id))).toEqual([])
    expect([faultsOf(log), ledger.surprises]).toEqual([[], []])
  })

  test('leaves no process running when it comes while PostgreSQL starts', async () => {
    const { dataDir } = await ownUsedFolder()
    const program = startProgram('standalone', [], { dataDir })
    await program.said('Iniciando PostgreSQL')
    await eventually(async () => expect(await processesOn(dataDir)).not.toEqual([]), { everyMs: 1 })
    expect([await program.kill('SIGINT'), program.errors()]).toEqual([0, ''])
    expect(await processesOn(dataDir)).toEqual([])
  })
})

describe('npm start', () => {
  const isDown = (url: string) =>
    call(`${url}/healthz`).then(
      () => false,
      () => true,
    )
  /** Waits until its port is free and another start can claim its folder. */
  const isGone = async (url: string, dataDir: string): Promise<void> => {
    await eventually(async () => expect([await isDown(url), await processesOn(dataDir)]).toEqual([true, []]))
    const next = startProgram('standalone', [], { dataDir, env: { PORT: new URL(url).port } })
    await next.said('╯')
    expect([next.output(), await next.kill('SIGINT')]).toEqual([expect.not.stringContaining('se retoma'), 0])
  }
  const started = async () => {
    const { dataDir } = await ownUsedFolder()
    const npm = startByNpm({ dataDir })
    await npm.said('╯')
    return { dataDir, npm, url: /│ Panel +(\S+) +│/.exec(npm.output())![1]! }
  }

  test.each([
    ['a SIGTERM to npm, as a supervisor sends it', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['Ctrl-C, which reaches it by the terminal and by npm', (pid: number) => process.kill(-pid, 'SIGINT')],
  ])('stops orderly with code 0 by %s', async (_how, end) => {
    const { dataDir, npm, url } = await started()
    end(npm.pid)
    expect([await npm.ended, npm.output()]).toEqual([0, expect.stringContaining('Cerrando…')])
    expect([await isDown(url), await processesOn(dataDir)]).toEqual([true, []])
  })

  test('stops orderly when its npm is killed, and frees port and folder', async () => {
    const { dataDir, npm, url } = await started()
    void npm.kill('SIGKILL')
    await isGone(url, dataDir)
    expect(npm.output()).toContain('Cerrando…')
  })
})
