import { describe, expect, onTestFinished, test } from 'vitest'
import { openBatchStream } from './raw-batch.ts'
import { append, clientAt, endOf, listen, numbersOf, readAll, streamNumbers } from './real-client.ts'
import { openStandInCluster, type StandInCluster } from './stand-in-cluster.ts'
import { commonEnd } from './stand-in/cluster/leading.ts'
import { trapsWithout } from './traps.ts'
import { eventually } from '../support/eventually.ts'
import { startAwakeTime } from '../support/awake-time.ts'

const READY_AT_ONCE = { traps: trapsWithout('not-ready-at-start') }
const ELECTED_MS_MAX = 6_000

async function opened(): Promise<StandInCluster> {
  const cluster = await openStandInCluster(READY_AT_ONCE)
  onTestFinished(() => cluster.dispose())
  return cluster
}

const othersOf = (cluster: StandInCluster, one: number) => cluster.nodes.filter((_, node) => node !== one)

/** Appends like a client that soon gives up and retries on a new connection. */
function appendSurely(cluster: StandInCluster, stream: string, number: number): Promise<void> {
  const isAppended = async () => {
    const client = clientAt(cluster.url)
    const end = await endOf(append(client, stream, 'no_stream', [number], 500), 1_000)
    expect(end).toHaveProperty('success')
  }
  return eventually(isAppended, { everyMs: 50 })
}

describe('a cluster', () => {
  test('has one leader, and followers that name it', async () => {
    const cluster = await opened()
    const leader = await cluster.leader()
    const states = [0, 1, 2].map((node) => (node === leader ? 'leader' : 'follower'))
    expect(await Promise.all([0, 1, 2].map(cluster.states))).toEqual([states, states, states])
    const [follower] = othersOf(cluster, leader)
    const leaderPort = Number(new URL(cluster.nodes[leader]!.url).port)
    const notLeader = { code: 5, type: 'not-leader', leader: { address: '127.0.0.1', port: leaderPort } }
    await expect(append(clientAt(follower!.url), 'a', 'no_stream', [1])).rejects.toMatchObject(notLeader)
    await expect(readAll(clientAt(follower!.url), { requiresLeader: true })).rejects.toMatchObject(notLeader)
    const batches = openBatchStream(follower!.url)
    void batches.append({ stream: 'a', numbers: [1] })
    expect(await batches.ended).toMatchObject({ code: 5, details: 'Leader info available' })
  })

  test('shows events that the leader accepted on every node', async () => {
    const cluster = await opened()
    await append(clientAt(cluster.url), 'a', 'no_stream', [1, 2, 3])
    const all = await readAll(clientAt(cluster.nodes[await cluster.leader()]!.url))
    expect(numbersOf(all)).toEqual([1, 2, 3])
    for (const node of cluster.nodes) await expect.poll(() => readAll(clientAt(node.url))).toEqual(all)
  })

  test.each(['killed', 'frozen'])('whose leader is %s has another in 2 to 3 s without loss', async (how) => {
    const cluster = await opened()
    await append(clientAt(cluster.url), 'before', 'no_stream', [1, 2])
    const heard = listen(clientAt(cluster.nodes[await cluster.leader()]!.url), 'start')
    await heard.caughtUp
    const [started, awakeMs] = [performance.now(), startAwakeTime()]
    const old = how === 'killed' ? await cluster.killLeader() : await cluster.freezeLeader()
    if (how === 'killed') expect(await heard.ended).toMatchObject({ type: 'unavailable' })
    const [left] = othersOf(cluster, old)
    expect(await endOf(append(clientAt(left!.url), 'x', 'no_stream', [9], 300), 1_000)).toBeInstanceOf(Error)
    const leader = await cluster.leader()
    const [tookMs, tookAwakeMs] = [performance.now() - started, awakeMs()]
    expect(leader).not.toBe(old)
    expect(tookMs).toBeGreaterThan(1_500)
    expect(tookAwakeMs).toBeLessThan(ELECTED_MS_MAX)
    await appendSurely(cluster, 'after', 3)
    expect((await cluster.states(leader))[old]).toBe('dead')
    cluster.thaw()
    await cluster.restart()
    await expect.poll(async () => (await cluster.states(leader))[old]).toBe('follower')
    await expect
      .poll(async () => numbersOf(await readAll(clientAt(cluster.nodes[old]!.url))))
      .toEqual([1, 2, 3])
  })

  test('acknowledges no append without a majority, and a returning leader truncates such records', async () => {
    const cluster = await opened()
    await append(clientAt(cluster.url), 'kept', 'no_stream', [1])
    const leader = await cluster.leader()
    const alone = clientAt(cluster.nodes[leader]!.url)
    await append(alone, 'kept-too', 'no_stream', [2])
    const others = othersOf(cluster, leader)
    await Promise.all(others.map((node) => node.kill()))
    await expect(append(alone, 'lost', 'no_stream', [3], 1_000)).rejects.toMatchObject({
      type: 'deadline-exceeded',
    })
    expect(numbersOf(await readAll(alone))).toEqual([1, 2])
    cluster.nodes[leader]!.freeze()
    const { pid } = cluster.nodes[leader]!
    await Promise.all(others.map((node) => node.start()))
    expect(await cluster.leader()).not.toBe(leader)
    await appendSurely(cluster, 'new', 4)
    cluster.thaw()
    await expect
      .poll(async () => numbersOf(await readAll(clientAt(cluster.nodes[leader]!.url))))
      .toEqual([1, 2, 4])
    expect(cluster.nodes[leader]!.pid).not.toBe(pid)
    await expect(streamNumbers(clientAt(cluster.url), 'lost')).rejects.toMatchObject({
      type: 'stream-not-found',
    })
  })

  test('has all appends acknowledged under load once, after leaders were killed and frozen', async () => {
    const cluster = await opened()
    const acknowledged: number[] = []
    let isRunning = true
    const write = async (writer: number): Promise<void> => {
      for (let number = writer; isRunning; number += 8) {
        await appendSurely(cluster, `a-${number}`, number)
        acknowledged.push(number)
      }
    }
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer))
    const until = (count: number) => expect.poll(() => acknowledged.length).toBeGreaterThan(count)
    await until(50)
    for (const change of [cluster.killLeader, cluster.freezeLeader]) {
      await change()
      await until(acknowledged.length + 50)
      cluster.thaw()
      await cluster.restart()
      await cluster.settled()
    }
    isRunning = false
    await Promise.all(writers)
    const stored = numbersOf(await readAll(clientAt(cluster.nodes[await cluster.leader()]!.url)))
    expect(new Set(stored)).toEqual(new Set(acknowledged))
    expect(stored).toHaveLength(acknowledged.length)
  })

  test('refuses calls without a majority, and continues with one', async () => {
    const cluster = await opened()
    await append(clientAt(cluster.url), 'a', 'no_stream', [1])
    const [first, second] = [await cluster.killLeader(), await cluster.killLeader()]
    const left = cluster.nodes.find((_, node) => node !== first && node !== second)!
    await expect
      .poll(() => append(clientAt(left.url), 'b', 'no_stream', [2]).catch((error: unknown) => error))
      .toMatchObject({
        type: 'unavailable',
        message: expect.stringContaining('Server Is Not Ready') as string,
      })
    await cluster.restart()
    await appendSurely(cluster, 'b', 2)
    expect(numbersOf(await readAll(clientAt(cluster.nodes[await cluster.leader()]!.url)))).toEqual([1, 2])
  })
})

test('two logs are equal up to the end of their last common epoch', () => {
  const epoch = (number: number, position: number) => ({ number, position })
  const log = { epochs: [epoch(1, 0), epoch(3, 500)], end: () => 900 }
  expect(commonEnd(log, { epochs: [], end: 0 })).toBe(0)
  expect(commonEnd(log, { epochs: [epoch(1, 0)], end: 400 })).toBe(400)
  expect(commonEnd(log, { epochs: [epoch(1, 0)], end: 700 })).toBe(500)
  expect(commonEnd(log, { epochs: [epoch(1, 0), epoch(2, 450)], end: 700 })).toBe(450)
  expect(commonEnd(log, { epochs: [epoch(1, 0), epoch(3, 500)], end: 800 })).toBe(800)
  expect(commonEnd(log, { epochs: [epoch(2, 0)], end: 300 })).toBe(0)
})
