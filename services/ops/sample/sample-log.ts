import { createRandom, intBelow, type Random } from '@app/generator/random.ts'
import { createSampleVisits, type SampleRequest } from './requests.ts'
import { logTime, weekdayAndHour } from './santiago-clock.ts'

const HOUR_MS = 3_600_000
const HOURS = 30 * 24
const BUSY = [2, 1, 1, 1, 1, 2, 4, 9, 18, 26, 30, 31, 28, 22, 24, 28, 30, 29, 25, 21, 18, 14, 9, 5]
/** Weights of the weekdays, from Sunday. */
const BUSY_DAY = [0.35, 1, 1.15, 1.2, 1.15, 0.95, 0.5]
const UNREADABLE_SHARE = 3 / 10_000
const TWICE_SHARE = 1 / 200

export interface SampleOptions {
  readonly lines: number
  readonly seed: number
  readonly now: Date
}

/** Combined log format. Repeatable for the same options. */
export function* sampleLog({ lines, seed, now }: SampleOptions): Generator<Buffer> {
  const random = createRandom(seed)
  const visit = createSampleVisits(random)
  const hours = hoursBefore(now)
  const weights = hours.map(busyness)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let waiting: readonly SampleRequest[] = []
  let weight = 0
  let written = 0
  for (const [index, hour] of hours.entries()) {
    weight += weights[index]!
    const quota = Math.round((weight / total) * lines) - written
    const requests = [...waiting]
    while (requests.length < quota) {
      const fresh = visit(hour + 1_000 * intBelow(random, 3_600))
      requests.push(...fresh.filter(({ at }) => at < now.getTime()))
      const last = requests.at(-1)
      if (last !== undefined && random() < TWICE_SHARE) requests.push(last)
    }
    requests.sort((a, b) => a.at - b.at)
    waiting = requests.slice(quota)
    yield Buffer.concat(requests.slice(0, quota).map((one, offset) => lineOf(one, written + offset, random)))
    written += quota
  }
}

const hoursBefore = (now: Date): readonly number[] => {
  const end = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return Array.from({ length: HOURS }, (_none, index) => end - (HOURS - index) * HOUR_MS)
}

function busyness(instantMs: number): number {
  const { weekday, hour } = weekdayAndHour(instantMs)
  return BUSY[hour]! * BUSY_DAY[weekday]!
}

function lineOf(request: SampleRequest, index: number, random: Random): Buffer {
  const { at, visitor, status, bytes, referrer } = request
  const head = `${visitor.address} - - [${logTime(at)}] "${request.request}" ${status} ${bytes}`
  const line = `${head} "${referrer}" "${visitor.userAgent}"\n`
  const isUnreadable = Math.round((index + 1) * UNREADABLE_SHARE) > Math.round(index * UNREADABLE_SHARE)
  return isUnreadable ? damaged(head, line, random) : Buffer.from(line)
}

/** As by a full disk, another format or a crash. */
function damaged(head: string, line: string, random: Random): Buffer {
  const how = intBelow(random, 3)
  if (how === 0) return Buffer.from(`${line.slice(0, -20)}\n`)
  if (how === 1) return Buffer.from(`${head}\n`)
  return Buffer.concat([Buffer.alloc(48), Buffer.from([0xff, 0xfe, 0x0a])])
}
