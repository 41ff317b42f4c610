import { request, type IncomingMessage } from 'node:http'
import { liveMessage, type LiveMessage } from '@app/contracts/analytics.ts'
import { PHONE } from '../../../../tests/support/api/test-client.ts'
import { eventually } from '../../../../tests/support/eventually.ts'

interface Requested {
  readonly profileId: string
  readonly token: string
  readonly lastEventId?: string
}

export type LiveReader = Awaited<ReturnType<typeof readLive>>

/** @returns a reader on a connection of its own, once the answer's head has arrived, whatever its status */
export async function readLive(url: string, { profileId, token, lastEventId }: Requested) {
  const requested = request(`${url}/api/analytics/${profileId}/live`, {
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': PHONE,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    requested.once('response', resolve).once('error', reject).end(),
  )
  const messages: LiveMessage[] = []
  let [heartbeats, taken, isClosed] = [0, 0, false]
  let lastId: string | undefined
  let rest = ''
  const take = (text: string): void => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]))
      if (block === ':') heartbeats += 1
      lastId = fields.get('id') ?? lastId
      const type = fields.get('event')
      if (type === undefined) continue
      messages.push(liveMessage.parse({ type, ...(JSON.parse(fields.get('data')!) as object) }))
    }
  }
  requested.on('error', () => undefined)
  response.on('error', () => undefined).on('close', () => (isClosed = true))
  response.setEncoding('utf8').on('data', take)
  const until = (check: () => boolean, what: string): Promise<void> =>
    eventually(
      () => {
        if (!check()) throw new Error('it is not so')
      },
      { what, everyMs: 5 },
    )
  return {
    response,
    messages,
    lastId: () => lastId,
    heartbeats: () => heartbeats,
    isClosed: () => isClosed,
    next: async () => {
      await until(() => messages.length > taken, 'a message comes')
      return messages[(taken += 1) - 1]!
    },
    closed: () => until(() => isClosed, 'the stream ends'),
    leave: () => void requested.destroy(),
  }
}
