import type { MyData } from '@app/contracts/api/my-data-calls.ts'
import { newUuid } from '../random-uuid.ts'
import type { MyDataAsked } from '../watch-my-data.ts'

export interface MyDataCorrection {
  readonly full_name: string
  readonly phone: string
  readonly description: string
}

/** `none`: this browser has left nothing, or it is erased. */
type Outcome<Answer> =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'none' }
  | { readonly kind: 'failed'; readonly detail: string | undefined }

export interface MyDataCalls {
  readonly show: () => Promise<Outcome<MyData>>
  readonly correct: (correction: MyDataCorrection) => Promise<Outcome<unknown>>
  readonly erase: () => Promise<Outcome<unknown>>
  readonly cancelReminders: () => Promise<Outcome<unknown>>
  /** @returns what the visitor is told */
  readonly object: () => Promise<Outcome<{ readonly message: string }>>
}

/** The id is sent in a header, because addresses are logged and stored in many places. */
export function createMyDataCalls(
  { profileId, visitorId }: Pick<MyDataAsked, 'profileId' | 'visitorId'>,
  send: typeof fetch,
): MyDataCalls {
  const own = `/api/public/my-data/${profileId}`
  async function call<Answer>(method: string, body?: object, path = own): Promise<Outcome<Answer>> {
    if (visitorId === undefined) return { kind: 'none' }
    try {
      const response = await send(path, {
        method,
        cache: 'no-store',
        headers: {
          'visitor-id': visitorId,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      if (response.status === 404) return { kind: 'none' }
      const answer = (await response.json()) as Answer & { readonly detail?: string }
      return response.ok ? { kind: 'done', answer } : { kind: 'failed', detail: answer.detail }
    } catch {
      return { kind: 'failed', detail: undefined }
    }
  }
  return {
    show: () => call<MyData>('GET'),
    correct: (correction) => call('POST', { ...correction, event_id: newUuid() }),
    erase: () => call('DELETE'),
    cancelReminders: () => call('POST', undefined, `${own}/cancel-reminders`),
    object: () => call('POST', undefined, `${own}/object`),
  }
}
