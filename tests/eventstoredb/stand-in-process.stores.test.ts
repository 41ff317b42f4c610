import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { isAlive } from '@app/observability/process-facts.ts'
import { append, clientAt, openClientFixture, streamNumbers } from './real-client.ts'
import { trapsWithout } from './traps.ts'

const READY_AT_ONCE = { traps: trapsWithout('not-ready-at-start') }

describe('the process', () => {
  test('is found by gossip', async () => {
    const { standIn } = await openClientFixture()
    const { host } = new URL(standIn.url)
    const client = clientAt(`esdb+discover://${host}?tls=false`)
    await append(client, 'a', 'no_stream', [1])
    expect(await streamNumbers(client, 'a')).toEqual([1])
  })

  test('that is frozen answers no append, and stores it once it is thawed', async () => {
    const { standIn, client, anotherClient } = await openClientFixture()
    await append(client, 'a', 'no_stream', [1])
    standIn.freeze()
    await expect(append(client, 'a', 0n, [2], 200)).rejects.toMatchObject({ type: 'deadline-exceeded' })
    standIn.thaw()
    await expect.poll(() => streamNumbers(anotherClient(), 'a')).toEqual([1, 2])
  })

  test('stops and restarts repeatedly at one address with its data', async () => {
    const { standIn, client, anotherClient } = await openClientFixture(READY_AT_ONCE)
    await append(client, 'a', 'no_stream', [1])
    const { pid } = standIn
    await standIn.start()
    expect(standIn.pid).toBe(pid)
    for (const end of [standIn.stop, standIn.kill]) {
      standIn.freeze() // stops even when frozen
      await end()
      await end()
      standIn.freeze()
      standIn.thaw()
      await expect(append(anotherClient(), 'b', 'any', [2])).rejects.toMatchObject({ type: 'unavailable' })
      await Promise.all([standIn.start(), standIn.start()])
      expect(await streamNumbers(anotherClient(), 'a')).toEqual([1])
    }
    expect(isAlive(pid)).toBe(false)
  })

  test.each(['running', 'frozen'])('ends when its parent is killed, %s', async (how) => {
    const parent = fork(join(import.meta.dirname, 'stand-in-parent.child.ts'), [how], {
      execArgv: ['--import', 'tsx'],
    })
    onTestFinished(() => void parent.kill('SIGKILL'))
    const [pid] = (await once(parent, 'message')) as [number]
    expect(isAlive(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test.each([
    ['access-denied', { type: 'access-denied', code: 7 }],
    ['not-leader', { type: 'not-leader', code: 5, leader: { address: '127.0.0.1' } }],
    ['too-busy', { type: 'unavailable', code: 14 }],
    ['timed-out', { type: 'timeout', code: 10 }],
  ] as const)('refuses, on request, as %s', async (refusal, error) => {
    const { standIn, anotherClient } = await openClientFixture()
    await standIn.refuse(refusal)
    await expect(append(anotherClient(), 'a', 'no_stream', [1])).rejects.toMatchObject(error)
    await standIn.refuse(undefined)
    await append(anotherClient(), 'a', 'no_stream', [1])
  })
})
