import { refusalText } from '../../app/refusal.ts'
import { useSay } from '../../ui/notices/say.ts'

type CallOutcome<Data> = { readonly data: Data; readonly error?: undefined } | { readonly error: unknown }

/** Waits for a request and shows its outcome. */
export function useTelling() {
  const say = useSay()
  return async <Data>(
    asked: PromiseLike<CallOutcome<Data>>,
    done: string | ((data: Data) => string),
    failed: string,
  ): Promise<boolean> => {
    const outcome = await asked
    if ('data' in outcome) {
      say(typeof done === 'string' ? done : done(outcome.data))
      return true
    }
    say(`Error: ${refusalText(outcome.error, failed)}`)
    return false
  }
}
