import { Refusal } from '@app/contracts/refusals.ts'

/** For whom work is done. */
export interface Asker {
  /** Whoever shares it shares one turn: a network. */
  readonly network: string
  /** Known to be no stranger: three of four places that become free go to such askers first. */
  readonly isUsual: boolean
}

/** Runs so much work at once, and shares the places to wait among networks. */
export interface FairLimiter {
  /** @throws Refusal unavailable, where there is no room to wait */
  run<Result>(asker: Asker, work: () => Promise<Result>): Promise<Result>
  /** Whether the next to ask would have to wait. */
  isBusy(): boolean
}

interface Waiting {
  go(): void
  refuse(refusal: Refusal): void
}
/** Who waits, by network. The network whose turn is next stands first. */
type Queue = Map<string, Waiting[]>

interface Longest {
  readonly queue: Queue
  readonly network: string
  readonly length: number
}

const RETRY_SECONDS = 2
/** In a row, while strangers wait: usual addresses may belong to an attacker's own accounts. */
const USUAL_IN_A_ROW = 3

const noRoom = (): Refusal => new Refusal('unavailable', undefined, { retryAfterSeconds: RETRY_SECONDS })
const sizeOf = (queue: Queue): number => [...queue.values()].reduce((sum, { length }) => sum + length, 0)

/**
 * Networks take turns, whatever each of them has waiting. When all places to wait are taken, whoever asks gets that of
 * the last of the network with the most: a flood pushes out itself, and nobody else.
 * @param isForAll whether a failure is everybody's: who waits is refused then, instead of finding out one by one
 */
export function createFairLimiter({
  atOnce,
  waitingMax,
  isForAll = () => false,
}: {
  readonly atOnce: number
  readonly waitingMax: number
  readonly isForAll?: (error: unknown) => boolean
}): FairLimiter {
  const queues: Readonly<Record<'usual' | 'others', Queue>> = { usual: new Map(), others: new Map() }
  let atWork = 0
  let waitingCount = 0
  let usualInARow = 0

  function enter({ network, isUsual }: Asker, waiting: Waiting): void {
    const queue = isUsual ? queues.usual : queues.others
    if (waitingCount >= waitingMax && !makeRoom(queue, network)) throw noRoom()
    const own = queue.get(network)
    if (own === undefined) queue.set(network, [waiting])
    else own.push(waiting)
    waitingCount += 1
  }

  /** Takes a place from a network that has at least two more than the one that asks. */
  function makeRoom(queue: Queue, network: string): boolean {
    const ownLength = queue.get(network)?.length ?? 0
    const most = longest(longestOf(queues.others), longestOf(queues.usual))
    if (most !== undefined && most.length > ownLength + 1) return refuseLast(most)
    // Among single ones strangers make room, until half of the places are taken by usual addresses.
    const stranger = longestOf(queues.others)
    const isFavoured = queue === queues.usual && sizeOf(queues.usual) < waitingMax / 2
    return isFavoured && stranger !== undefined && refuseLast(stranger)
  }

  function refuseLast({ queue, network }: Longest): boolean {
    const waiting = queue.get(network) ?? []
    const last = waiting.pop()
    if (waiting.length === 0) queue.delete(network)
    if (last === undefined) return false
    waitingCount -= 1
    last.refuse(noRoom())
    return true
  }

  /** The place goes on at once: nobody who asks meanwhile gets in between. */
  function leave(): void {
    const isStrangersTurn = usualInARow >= USUAL_IN_A_ROW && queues.others.size > 0
    const isUsualNext = queues.usual.size > 0 && !isStrangersTurn
    usualInARow = isUsualNext ? usualInARow + 1 : 0
    const next = takeFirst(isUsualNext ? queues.usual : queues.others)
    if (next === undefined) atWork -= 1
    else {
      waitingCount -= 1
      next.go()
    }
  }

  function refuseAll(): void {
    for (const queue of Object.values(queues)) {
      for (const waiting of queue.values()) for (const { refuse } of waiting) refuse(noRoom())
      queue.clear()
    }
    waitingCount = 0
  }

  return {
    isBusy: () => atWork >= atOnce,
    run: async (asker, work) => {
      if (atWork < atOnce) atWork += 1
      else await new Promise<void>((go, refuse) => enter(asker, { go, refuse }))
      try {
        return await work()
      } catch (error) {
        if (isForAll(error)) refuseAll()
        throw error
      } finally {
        leave()
      }
    },
  }
}

/** The first of the network whose turn it is; that network comes again after all others. */
function takeFirst(queue: Queue): Waiting | undefined {
  const [turn] = queue
  if (turn === undefined) return undefined
  const [network, waiting] = turn
  const first = waiting.shift()
  queue.delete(network)
  if (waiting.length > 0) queue.set(network, waiting)
  return first
}

function longestOf(queue: Queue): Longest | undefined {
  let most: Longest | undefined
  for (const [network, { length }] of queue)
    if (length > (most?.length ?? 0)) most = { queue, network, length }
  return most
}

/** Of equals the first. */
const longest = (first: Longest | undefined, second: Longest | undefined): Longest | undefined =>
  (second?.length ?? 0) > (first?.length ?? 0) ? second : first
