import { useStore } from 'react-redux'
import { followRefusal, setCallHeaders, tokenOf } from '../api.ts'
import type { AppStore } from '../store.ts'

export const useAppStore = useStore.withTypes<AppStore>()

interface StreamCall {
  readonly path: string
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
}

/** RTK Query cannot stream: it clones the response body. EventSource cannot send the token header. */
export async function openStreamCall(store: AppStore, call: StreamCall): Promise<Response> {
  const askedWith = tokenOf(store.getState())
  const headers = new Headers({ accept: 'text/event-stream' })
  setCallHeaders(headers, store.getState(), true)
  if (call.lastEventId !== undefined) headers.set('last-event-id', call.lastEventId)
  const answer = await fetch(`/api${call.path}`, { headers, signal: call.signal, cache: 'no-store' })
  if (!answer.ok && askedWith && askedWith === tokenOf(store.getState())) {
    followRefusal({ status: answer.status, data: await bodyOf(answer) }, store)
  }
  return answer
}

async function bodyOf(answer: Response): Promise<unknown> {
  try {
    return await answer.clone().json()
  } catch {
    return undefined
  }
}
