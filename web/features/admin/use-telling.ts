import { refusalText } from '../../app/refusal.ts'
import { useSay } from '../../ui/notices/say.ts'

export type CallOutcome<Data> =
  { readonly data: Data; readonly error?: undefined } | { readonly data?: undefined; readonly error: unknown }

/** Waits for a request and shows its outcome; a failure only where no other part shows it. */
export function useTelling() {
  const say = useSay()
  return async <Data>(
    asked: PromiseLike<CallOutcome<Data>>,
    done: string,
    failed?: string,
  ): Promise<boolean> => {
    const { error } = await asked
    if (error === undefined) say(done)
    else if (failed !== undefined) say(`Error: ${refusalText(error, failed)}`)
    return error === undefined
  }
}
