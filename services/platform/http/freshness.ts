import type { ServerResponse } from 'node:http'
import { positionOf, type Position } from '@app/contracts/event-store.ts'
import type { ReadModel } from '@app/contracts/data.ts'
import type { Events } from '../../kernel/commands.ts'
import type { WaitFor } from '../../kernel/wait-for.ts'

const POSITION = /^\d{1,20}$/

/** Ignores a text that is no position: a header invented by a proxy must not cost two seconds. */
export const positionInHeader = (header: string | string[] | undefined): Position | undefined =>
  typeof header === 'string' && POSITION.test(header) ? positionOf(header) : undefined

/** Answers `Stale` where the rows of read models still lack something up to a position. */
export async function waitUpTo(
  { waitFor }: { readonly waitFor: WaitFor },
  response: ServerResponse,
  reads: readonly ReadModel[],
  position: Position | undefined,
): Promise<void> {
  if (position !== undefined && !(await waitFor(reads, position))) response.setHeader('Stale', 'true')
}

/** For answers that must have everything, whoever wrote it. */
export const waitUpToNow = async (
  deps: { readonly waitFor: WaitFor; readonly store: Events },
  response: ServerResponse,
  reads: readonly ReadModel[],
): Promise<void> => waitUpTo(deps, response, reads, await deps.store.log.headPosition())
