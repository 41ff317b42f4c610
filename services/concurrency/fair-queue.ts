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

export interface FairQueue {
  enter(requester: Requester, waiting: Waiting): boolean
  takeNext(): Waiting | undefined
  refuseAll(): void
}

type Line = Map<string, Waiting[]>

interface Lines {
  readonly usual: Line
  readonly others: Line
}

/** Limited, because usual addresses may belong to an attacker's own accounts. */
const USUAL_IN_A_ROW = 3

/** When full, a newcomer displaces the last of the longest network, so a flood harms only itself. */
export function createFairQueue(placesMax: number): FairQueue {
  const lines: Lines = { usual: new Map(), others: new Map() }
  let count = 0
  let usualInARow = 0

  function makeRoom(requester: Requester): boolean {
    const last = takeLast(placeFor(requester, lines, placesMax))
    if (last === undefined) return false
    count -= 1
    last.refuse()
    return true
  }

  return {
    enter: (requester, waiting) => {
      if (count >= placesMax && !makeRoom(requester)) return false
      const line = requester.isUsual ? lines.usual : lines.others
      const own = line.get(requester.network)
      if (own === undefined) line.set(requester.network, [waiting])
      else own.push(waiting)
      count += 1
      return true
    },
    takeNext: () => {
      const areOthersDue = usualInARow >= USUAL_IN_A_ROW && lines.others.size > 0
      const isUsual = lines.usual.size > 0 && !areOthersDue
      usualInARow = isUsual ? usualInARow + 1 : 0
      const next = takeFirst(isUsual ? lines.usual : lines.others)
      if (next !== undefined) count -= 1
      return next
    },
    refuseAll: () => {
      const all = [lines.usual, lines.others].flatMap((line) => [...line.values()].flat())
      for (const line of [lines.usual, lines.others]) line.clear()
      count = 0
      for (const { refuse } of all) refuse()
    },
  }
}

function takeFirst(line: Line): Waiting | undefined {
  const [next] = line
  if (next === undefined) return undefined
  const [network, waiting] = next
  const first = waiting.shift()
  line.delete(network)
  if (waiting.length > 0) line.set(network, waiting)
  return first
}

interface Longest {
  readonly line: Line
  readonly network: string
  readonly length: number
}

function takeLast(place: Longest | undefined): Waiting | undefined {
  if (place === undefined) return undefined
  const waiting = place.line.get(place.network)
  const last = waiting?.pop()
  if (waiting?.length === 0) place.line.delete(place.network)
  return last
}

/** A newcomer displaces from a network with at least two more waiting than its own. */
function placeFor({ network, isUsual }: Requester, { usual, others }: Lines, placesMax: number) {
  const own = (isUsual ? usual : others).get(network)?.length ?? 0
  const [stranger, known] = [longestOf(others), longestOf(usual)]
  const most = (known?.length ?? 0) > (stranger?.length ?? 0) ? known : stranger
  if (most !== undefined && most.length > own + 1) return most
  // Otherwise usual addresses displace strangers, up to half of the places.
  return isUsual && sizeOf(usual) < placesMax / 2 ? stranger : undefined
}

function longestOf(line: Line): Longest | undefined {
  let most: Longest | undefined
  for (const [network, { length }] of line) if (length > (most?.length ?? 0)) most = { line, network, length }
  return most
}

const sizeOf = (line: Line): number => [...line.values()].reduce((sum, { length }) => sum + length, 0)
