export interface Requester {
  /** Served in order of arrival within a network; networks take turns. */
  readonly network: string
  /** A usual address of the account: served first, at most `USUAL_IN_A_ROW` times while others wait. */
  readonly isUsual: boolean
}

interface Waiting {
  readonly go: () => void
  readonly refuse: () => void
}

type NetworkQueues = Map<string, Waiting[]>

interface Queues {
  readonly usual: NetworkQueues
  readonly others: NetworkQueues
}

/** Limited, because an attacker's own accounts have usual addresses too. */
const USUAL_IN_A_ROW = 3

/** When full, a newcomer displaces the last of the longest network, so a flood harms only itself. */
export function createFairQueue(waitingMax: number) {
  const queues: Queues = { usual: new Map(), others: new Map() }
  let count = 0
  let usualInARow = 0

  function makeRoom(requester: Requester): boolean {
    const last = takeLast(displacedBy(requester, queues, waitingMax))
    if (last === undefined) return false
    count -= 1
    last.refuse()
    return true
  }

  return {
    enter: (requester: Requester, waiting: Waiting): boolean => {
      if (count >= waitingMax && !makeRoom(requester)) return false
      const byNetwork = requester.isUsual ? queues.usual : queues.others
      const own = byNetwork.get(requester.network)
      if (own === undefined) byNetwork.set(requester.network, [waiting])
      else own.push(waiting)
      count += 1
      return true
    },
    takeNext: (): Waiting | undefined => {
      const areOthersDue = usualInARow >= USUAL_IN_A_ROW && queues.others.size > 0
      const isUsual = queues.usual.size > 0 && !areOthersDue
      usualInARow = isUsual ? usualInARow + 1 : 0
      const next = takeFirst(isUsual ? queues.usual : queues.others)
      if (next !== undefined) count -= 1
      return next
    },
    refuseAll: () => {
      const all = [queues.usual, queues.others].flatMap((byNetwork) => [...byNetwork.values()].flat())
      for (const byNetwork of [queues.usual, queues.others]) byNetwork.clear()
      count = 0
      for (const { refuse } of all) refuse()
    },
  }
}

function takeFirst(byNetwork: NetworkQueues): Waiting | undefined {
  const [next] = byNetwork
  if (next === undefined) return undefined
  const [network, waiting] = next
  const first = waiting.shift()
  byNetwork.delete(network)
  if (waiting.length > 0) byNetwork.set(network, waiting)
  return first
}

interface Longest {
  readonly byNetwork: NetworkQueues
  readonly network: string
  readonly length: number
}

function takeLast(longest: Longest | undefined): Waiting | undefined {
  if (longest === undefined) return undefined
  const waiting = longest.byNetwork.get(longest.network)
  const last = waiting?.pop()
  if (waiting?.length === 0) longest.byNetwork.delete(longest.network)
  return last
}

/** A newcomer displaces a request of a network with at least two more waiting than its own. */
function displacedBy({ network, isUsual }: Requester, { usual, others }: Queues, waitingMax: number) {
  const own = (isUsual ? usual : others).get(network)?.length ?? 0
  const [stranger, known] = [longestOf(others), longestOf(usual)]
  const most = (known?.length ?? 0) > (stranger?.length ?? 0) ? known : stranger
  if (most !== undefined && most.length > own + 1) return most
  // Otherwise usual addresses displace strangers, up to half of the queue.
  return isUsual && sizeOf(usual) < waitingMax / 2 ? stranger : undefined
}

function longestOf(byNetwork: NetworkQueues): Longest | undefined {
  let most: Longest | undefined
  for (const [network, { length }] of byNetwork)
    if (length > (most?.length ?? 0)) most = { byNetwork, network, length }
  return most
}

const sizeOf = (byNetwork: NetworkQueues): number =>
  [...byNetwork.values()].reduce((sum, { length }) => sum + length, 0)
