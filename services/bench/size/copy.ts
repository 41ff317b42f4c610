import type pg from 'pg'

export interface Copy {
  /** Takes whole lines; waits for the server's buffer. @throws the server's error */
  write(lines: string): Promise<void>
  end(): Promise<void>
}

/** Methods that pg's types lack. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** The client can do nothing else until the COPY has ended. @param target table and columns */
export async function openCopy(client: pg.Client, target: string): Promise<Copy> {
  let fail = (_error: Error): void => undefined
  let failure: Error | undefined
  const failed = new Promise<never>((_resolve, reject) => {
    fail = (error) => {
      failure = error
      reject(error)
    }
  })
  failed.catch(() => undefined)
  let finish = (): void => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))
  const begun = new Promise<CopyConnection>((resolve) => {
    const query = {
      submit: (connection: pg.Connection) => connection.query(`copy ${target} from stdin`),
      handleCopyInResponse: (connection: pg.Connection) => resolve(connection as CopyConnection),
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => finish(),
      handleError: (error: Error) => fail(error),
    }
    client.query(query)
  })
  const connection = await Promise.race([begun, failed])
  return {
    write: async (lines) => {
      if (failure !== undefined) throw failure
      connection.sendCopyFromChunk(Buffer.from(lines))
      const { stream } = connection
      if (!stream.writableNeedDrain) return
      const drained = new Promise<void>((resolve) => stream.once('drain', resolve))
      await Promise.race([drained, failed])
    },
    end: async () => {
      if (failure === undefined) connection.endCopyFrom()
      await Promise.race([finished, failed])
    },
  }
}

/** Escapes for COPY's text format; JSON of `JSON.stringify` needs no other escape. */
export const textForCopy = (value: string): string =>
  value.includes('\\') ? value.replaceAll('\\', '\\\\') : value

export const bytesForCopy = (value: Buffer): string => `\\\\x${value.toString('hex')}`

const LINES_CHARS = 1 << 16

export function createCopyLines(copy: Copy): { line(columns: string): Promise<void>; end(): Promise<void> } {
  let waiting = ''
  const flush = async (): Promise<void> => {
    const lines = waiting
    waiting = ''
    if (lines !== '') await copy.write(lines)
  }
  return {
    line: async (columns) => {
      waiting += `${columns}\n`
      if (waiting.length >= LINES_CHARS) await flush()
    },
    end: async () => {
      await flush()
      await copy.end()
    },
  }
}
