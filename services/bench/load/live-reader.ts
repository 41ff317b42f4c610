import { request, type ClientRequest, type IncomingMessage } from 'node:http'

/** A stream of server-sent events that is read, as a dashboard in a browser reads it. */
export interface BenchLiveReader {
  /** Messages so far, of whatever kind. */
  messages(): number
  /** Resolves with the first message to come that holds the text. */
  said(text: string): Promise<void>
  close(): void
}

const SAID_MS_MAX = 10_000

/** Over a connection of its own. @throws Error unless a stream is the answer */
export async function openLiveReader(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<BenchLiveReader> {
  const asking = request(url, { headers, agent: false })
  const response = await answerOf(asking)
  if (response.statusCode !== 200) {
    asking.destroy()
    throw new Error(`${new URL(url).pathname} answered ${response.statusCode}`)
  }
  const listeners = new Set<(message: string) => void>()
  let messages = 0
  readMessages(response, (message) => {
    messages += 1
    for (const listener of listeners) listener(message)
  })
  return {
    messages: () => messages,
    said: (text) =>
      new Promise((resolve, reject) => {
        const listener = (message: string): void => {
          if (message.includes(text)) finish(resolve)
        }
        const finish = (how: () => void): void => {
          clearTimeout(patience)
          listeners.delete(listener)
          how()
        }
        const patience = setTimeout(
          () => finish(() => reject(new Error(`${text} was not said in time`))),
          SAID_MS_MAX,
        )
        listeners.add(listener)
      }),
    close: () => asking.destroy(),
  }
}

function answerOf(asking: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asking.once('response', resolve)
    asking.on('error', reject)
    asking.end()
  })
}

/** A message ends with an empty line; what has no name is no message, but a sign of life. */
function readMessages(response: IncomingMessage, onMessage: (message: string) => void): void {
  let rest = ''
  // Who closes a stream that nobody ended is told so as an error.
  response.on('error', () => undefined)
  response.setEncoding('utf8').on('data', (piece: string) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) if (/^event:/m.test(block)) onMessage(block)
  })
}
