import type { ServerWritableStream } from '@grpc/grpc-js'
import type streams from '@eventstore/db-client/generated/streams_pb.js'

/** A read call, whose answers are bytes, mostly those of the log. */
export type ReadCall = ServerWritableStream<streams.ReadReq, Uint8Array>

export type Line = ReturnType<typeof openLine>

/** Serves one call until the client disconnects or `close` is called. */
export function openLine(call: ReadCall) {
  let isOpen = true
  let awake: () => void = () => undefined
  const wake = (): void => awake()
  const close = (): void => {
    isOpen = false
    wake()
  }
  for (const event of ['cancelled', 'close', 'error']) call.on(event, close)
  return {
    isOpen: () => isOpen,
    send: (bytes: Uint8Array) => {
      if (isOpen) call.write(bytes)
    },
    /** Waits for `wake`. */
    sleep: () =>
      new Promise<void>((resolve) => {
        awake = resolve
      }),
    wake,
    close,
  }
}
