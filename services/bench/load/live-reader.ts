import { request, type ClientRequest, type IncomingMessage } from 'node:http'

export interface BenchLiveReader {
  messages(): number
  said(text: string): Promise<void>
  close(): void
}

const SAID_MS_MAX = 10_000

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
          clearTimeout(timeout)
          listeners.delete(listener)
          how()
        }
        const timeout = setTimeout(
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

/** A block without `event:` is a keep-alive, not a message. */
function readMessages(response: IncomingMessage, onMessage: (message: string) => void): void {
  let rest = ''
  // Closing the stream emits an error.
  response.on('error', () => undefined)
  response.setEncoding('utf8').on('data', (piece: string) => {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) if (/^event:/m.test(block)) onMessage(block)
  })
}
