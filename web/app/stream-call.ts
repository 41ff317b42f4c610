import { useStore } from 'react-redux'
import { followRefusal, setCallHeaders, tokenOf } from './api.ts'
import type { AppStore } from './store.ts'

export const useAppStore = useStore.withTypes<AppStore>()

interface StreamCall {
  readonly path: string
  /** The place up to which everything is known already. */
  readonly lastEventId: string | undefined
  readonly signal: AbortSignal
}

/**
 * Asks for an answer that is read while it comes, which RTK Query cannot do: it keeps a copy of what it reads. The token
 * goes in a header as with any other call, and a refusal means the same for the session.
 */
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
