import { randomUUID } from 'node:crypto'
import type { Figures, Part } from '../frame.ts'
import { workInFlight } from '../load/in-flight.ts'
import { openOurBackend } from '../load/our-backend.ts'
import { tapOf } from '../load/taps.ts'
import { appendToEmmett, emmettEventOf, openEmmett } from '../peers/emmett.ts'

const MEASURED_MS = 3_000
const IN_FLIGHT = 32

/** Taps of about 300 bytes, each the first event of its stream, beside `appendToStream` as emmett's documentation has it. */
export const append: Part = {
  name: 'append',
  judged: [
    {
      title: `appends/s ÷ emmett, ${IN_FLIGHT} at a time`,
      metric: 'rate',
      of: 'ours',
      by: 'emmett',
      atLeast: 8,
    },
    { title: 'appends/s ÷ emmett, one at a time', metric: 'rate', of: 'ours-alone', by: 'emmett-alone' },
  ],
  open: async (context) => {
    const { sealed } = await openOurBackend(context, await context.database('append_ours'))
    const emmett = await openEmmett(context, await context.database('append_emmett'))
    const visitorId = randomUUID()
    const ours = async (inFlight: number): Promise<Figures> => {
      const before = await sealed.headPosition()
      const one = () => {
        const { stream, event } = tapOf(randomUUID(), visitorId)
        return sealed.append(stream, 'noStream', [event])
      }
      const { done, seconds } = await workInFlight(one, { inFlight, ms: context.scaled(MEASURED_MS) })
      const grown = Number((await sealed.headPosition()) - before)
      if (grown !== done) throw new Error(`${done} events were appended, but the log grew by ${grown}`)
      return { rate: done / seconds }
    }
    const theirs = async (inFlight: number): Promise<Figures> => {
      const one = () => {
        const tap = tapOf(randomUUID(), visitorId)
        return appendToEmmett(emmett, tap.stream, [emmettEventOf(tap)])
      }
      const { done, seconds } = await workInFlight(one, { inFlight, ms: context.scaled(MEASURED_MS) })
      return { rate: done / seconds }
    }
    const variants = {
      ours: () => ours(IN_FLIGHT),
      emmett: () => theirs(IN_FLIGHT),
      'ours-alone': () => ours(1),
      'emmett-alone': () => theirs(1),
    }
    for (const warmUp of Object.values(variants)) await warmUp()
    return variants
  },
}
