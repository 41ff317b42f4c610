import { Router, type Response } from 'express'
import { dayInSantiago } from '@app/contracts/calendar.ts'
import { EXPORT_TYPE, getExport } from '@app/contracts/api/accounts/own-account.ts'
import type { Log } from '@app/observability/log.ts'
import { createProfileFigures } from '../../analytics/analytics-figures.ts'
import { recordAsked, type AccountRequestDeps } from '../account-requests.ts'
import { guardedFileRoute, type RouteDeps } from '../../http/route.ts'
import { exportEntries, type ExportedAccount, type ExportEntriesDeps } from './export-entries.ts'
import { createExportTurns } from './export-turns.ts'
import { sendZip } from './zip-stream.ts'

export interface ExportDeps extends RouteDeps, AccountRequestDeps, Omit<ExportEntriesDeps, 'figures'> {
  readonly log: Pick<Log, 'warn'>
  readonly monotonicMs: () => number
}

/** A receiver that reads nothing for so long has gone. */
const STALLED_MS_MAX = 30_000
const EXPORT_MS_MAX = 10 * 60_000

/** One at a time per process: it reads all data of an account, while visitors wait for pages. */
export function exportRoutes(deps: ExportDeps): Router {
  const router = Router()
  const exporting = { ...deps, figures: createProfileFigures(deps) }
  const turns = createExportTurns(deps)
  guardedFileRoute(router, deps, getExport, async ({ response }, { accountId: id, account: state }) => {
    await turns.run(id, (ending) => sendExport(exporting, { id, state }, { response, ending }))
    await recordAsked(deps, 'portability', id)
  })
  return router
}

/** Once it has begun it counts as done: a receiver that leaves early may have enough. */
async function sendExport(
  deps: ExportEntriesDeps & Pick<ExportDeps, 'log'>,
  exported: ExportedAccount,
  { response, ending }: { readonly response: Response; readonly ending: AbortSignal },
): Promise<void> {
  const at = deps.now()
  response.attachment(`mis-datos_${dayInSantiago(at.getTime())}.zip`)
  response.type(EXPORT_TYPE)
  response.setTimeout(STALLED_MS_MAX, () => response.destroy())
  try {
    const signal = AbortSignal.any([ending, AbortSignal.timeout(EXPORT_MS_MAX)])
    await sendZip(exportEntries(deps, exported), { to: response, at, signal })
  } catch (error) {
    deps.log.warn({ err: error }, 'an export ended early')
  }
}
