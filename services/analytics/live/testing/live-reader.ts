import { request, type ClientRequest, type IncomingMessage } from 'node:http'
import { liveMessage, type LiveMessage } from '@app/contracts/analytics/live-calls.ts'
import { PHONE } from '../../../../tests/support/api/test-client.ts'
import { eventually } from '../../../../tests/support/eventually.ts'

export interface LiveAsk {
  readonly profileId: string
  readonly token: string
  readonly lastEventId?: string
}

/** A reader of a live stream, on a connection of its own. */
export interface LiveReader {
  readonly response: IncomingMessage
  /** All so far, each checked against the contract. */
  readonly messages: readonly LiveMessage[]
  /** The last received position. */
  readonly lastId: () => string | undefined
  readonly heartbeats: () => number
  readonly isClosed: () => boolean
  /** The next message that was not answered yet. */
  next(): Promise<LiveMessage>
  /** It ended, and not by us. */
  closed(): Promise<void>
  leave(): void
}

const within = (check: () => boolean, what: string): Promise<void> =>
  eventually(
    () => {
      if (!check()) throw new Error('it is not so')
    },
    { what, everyMs: 5 },
  )

/** @returns a reader, once the answer's head has arrived, whatever its status */
export async function readLive(url: string, { profileId, token, lastEventId }: LiveAsk): Promise<LiveReader> {
  const asked = request(`${url}/api/analytics/${profileId}/live`, {
    agent: false,
    headers: {
      authorization: `Bearer ${token}`,
      'user-agent': PHONE,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
  })
  asked.end()
  const response = await answerOf(asked)
  return follow(asked, response)
}

const answerOf = (asked: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    asked.once('response', resolve)
    asked.once('error', reject)
  })

function follow(asked: ClientRequest, response: IncomingMessage): LiveReader {
  const messages: LiveMessage[] = []
  let [rest, heartbeats, taken] = ['', 0, 0]
  let lastId: string | undefined
  let isClosed = false
  asked.on('error', () => undefined)
  response.on('error', () => undefined)
  response.on('close', () => (isClosed = true))
  response.setEncoding('utf8').on('data', (text: string) => {
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]))
      if (block === ':') heartbeats += 1
      if (fields.has('id')) lastId = fields.get('id')
      const type = fields.get('event')
      if (type === undefined) continue
      messages.push(liveMessage.parse({ type, ...(JSON.parse(fields.get('data')!) as object) }))
    }
  })
  return {
    response,
    messages,
    lastId: () => lastId,
    heartbeats: () => heartbeats,
    isClosed: () => isClosed,
    next: async () => {
      await within(() => messages.length > taken, 'a message comes')
      taken += 1
      return messages[taken - 1]!
    },
    closed: () => within(() => isClosed, 'the stream ends'),
    leave: () => void asked.destroy(),
  }
}
