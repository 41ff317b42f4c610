import { constants, type ServerHttp2Stream } from 'node:http2'

/** Ends a call without a status, by RST_STREAM with code 0, as a stopping server does. */
export function resetStream(call: object): void {
  const { stream } = (call as { readonly call: { readonly stream: ServerHttp2Stream } }).call
  stream.close(constants.NGHTTP2_NO_ERROR)
}
