import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect } from 'vitest'
import { testTable } from '../../../tests/support/every.ts'
import { positionInHeader, waitUpTo } from './freshness.ts'

testTable<[header: string | undefined, isThere: boolean, waited: bigint | undefined, stale?: string]>([
  ['7', true, 7n],
  ['7', false, 7n, 'true'],
  [undefined, false, undefined],
  ['no position', false, undefined],
  ['9'.repeat(21), false, undefined],
])(
  'a read waits for the position that it names, and is stale where its rows come too late [PROJ-9]',
  async (header, isThere, waited, stale) => {
    const positions: bigint[] = []
    const waitFor = async (_models: readonly string[], position: bigint): Promise<boolean> => {
      positions.push(position)
      return isThere
    }
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    await waitUpTo({ waitFor }, response, ['traffic'], positionInHeader(header))
    expect([positions, response.getHeader('stale')]).toEqual([waited === undefined ? [] : [waited], stale])
  },
)
