import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'vitest'
import { positionOf } from '@app/contracts/event-store.ts'
import type { ReadModel } from '@app/contracts/read-models.ts'
import { testTable } from '../../../tests/support/every.ts'
import { createReadYourWrites } from './read-your-writes.ts'

interface Read {
  readonly isKept?: boolean
  readonly isInTime?: boolean
  /** The position that each read names. */
  readonly named?: string
  readonly reads?: readonly ReadModel[]
}

/** Ana's reads after her write at position 7, one of each read model. */
async function readsAfterWrite({ isKept = true, isInTime = true, named, reads = ['traffic'] }: Read) {
  const waits: (readonly [position: bigint, ms: number])[] = []
  const writes = createReadYourWrites({
    isKept: () => isKept,
    waitFor: async (position, ms) => {
      waits.push([position, ms])
      return isInTime
    },
  })
  const request = new IncomingMessage(new Socket())
  if (named !== undefined) request.headers['wait-for-position'] = named
  const response = new ServerResponse(request)
  writes.wrote(response, 'ana', positionOf(7n))
  for (const read of reads) await writes.caughtUp({ request, response }, [read], 'ana')
  return { waits, stale: response.getHeader('stale') }
}

testTable<[title: string, read: Read, waits: readonly (readonly [bigint, number])[], stale?: string]>([
  ['that is in time is not stale', {}, [[7n, 2_000]]],
  ['that names an earlier position waits for the write', { named: '5' }, [[7n, 2_000]]],
  ['that names a later position waits for that', { named: '9' }, [[9n, 2_000]]],
  ['of rows that come too late is stale', { isInTime: false }, [[7n, 2_000]], 'true'],
  ['of rows that nobody moves waits for none', { isKept: false, isInTime: false }, [[7n, 0]], 'true'],
  [
    'after another one waits too',
    { reads: ['traffic', 'accounts'] },
    [
      [7n, 2_000],
      [7n, 2_000],
    ],
  ],
])(
  'each read waits two seconds for its account’s write, or for the later position that it names, and then is stale [PROJ-9]',
  async (_title, read, waits, stale) => expect(await readsAfterWrite(read)).toEqual({ waits, stale }),
)
