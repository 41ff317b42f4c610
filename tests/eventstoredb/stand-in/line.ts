import type { ServerWritableStream } from '@grpc/grpc-js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'

/** A read call, whose answers are bytes, mostly copied from the log. */
export type ReadCall = ServerWritableStream<streams.ReadReq, Uint8Array>

/** The channel to one reader. The sender waits for a slow reader, so that nothing is queued. */
export interface Line {
  readonly isOpen: () => boolean
  /** Waits while the reader is behind. */
  readonly send: (bytes: Uint8Array) => Promise<void> | undefined
  /** Waits for `wake`. */
  readonly sleep: () => Promise<void>
  readonly wake: () => void
  readonly close: () => void
}

/** Serves one call until the client disconnects or `close` is called. */
export function openLine(call: ReadCall): Line {
  let isOpen = true
  let isFull = false
  let awake: () => void = () => undefined
  const wake = (): void => awake()
  const close = (): void => {
    isOpen = false
    wake()
  }
  const sleep = (): Promise<void> =>
    new Promise((resolve) => {
      awake = resolve
    })
  const room = async (): Promise<void> => {
    while (isFull && isOpen) await sleep()
  }
  call.on('drain', () => {
    isFull = false
    wake()
  })
  for (const event of ['cancelled', 'close', 'error']) call.on(event, close)
  return {
    isOpen: () => isOpen,
    send: (bytes) => {
      isFull = isOpen && !call.write(bytes)
      return isFull ? room() : undefined
    },
    sleep,
    wake,
    close,
  }
}
