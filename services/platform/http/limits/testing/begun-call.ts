import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Refusal } from '@app/contracts/refusals.ts'
import type { LimitedCall } from '../limited-call.ts'

/** A call whose work goes on until the test says how it ended. */
export interface BegunCall {
  succeeded(): Promise<void>
  failed(error: unknown): Promise<void>
}

/** The begun call, or the seconds to wait. */
export const begin = (
  run: (call: LimitedCall, response: ServerResponse, work: () => Promise<void>) => Promise<void>,
  call: Partial<LimitedCall>,
): Promise<BegunCall | number> =>
  new Promise((begun, broken) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    const known = { address: '203.0.113.1', findAccount: async () => call.account ?? '', ...call }
    const result = run(
      known,
      response,
      () =>
        new Promise<void>((succeed, fail) =>
          begun({
            succeeded: () => (succeed(), result),
            failed: (error) => (fail(error), result.catch(() => undefined)),
          }),
        ),
    )
    result.catch((error: unknown) =>
      error instanceof Refusal && error.retryAfterSeconds !== undefined
        ? begun(error.retryAfterSeconds)
        : broken(error),
    )
  })
