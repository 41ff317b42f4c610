import { Router } from 'express'
import { guardedRoute, guardedFileRoute } from '../platform/http/route.ts'
import { askedPageOf, dayOf, rowsOf } from '../platform/http/list-answers.ts'
import { ifBlocked, BLOCKED_TEXT } from '@app/contracts/fields/text.ts'
import {
  getAdminCodesCsv,
  getAdminCodes,
  postAdminCodes,
  type AdminCode,
  activationCodeStream,
} from '@app/contracts/codes.ts'
import { normalCode, newCode } from '@app/contracts/fields/activation-code.ts'
import type { CsvRow } from '@app/contracts/csv.ts'
import {
  codePages,
  listCodes,
  type CodeFilter,
  type CodeUse,
  type ListedCode,
} from '@app/projections/codes/queries.ts'
import { readStream } from '../kernel/codec.ts'
import type { z } from 'zod'
import type { Ctx } from '../platform/ctx.ts'
import { adminActor } from '../platform/http/access/access-control.ts'
import type { IdKeys } from '../kernel/keys/keyed-ids.ts'
import { open, seal, type RandomBytes } from '../kernel/keys/sealing.ts'
import type { Actor } from '@app/contracts/event-store.ts'
import { activationCode } from './activation-code.ts'
import { handle, type Cause, causeBy, type CommandContext } from '../kernel/commands.ts'

type AskedFilter = Pick<z.infer<typeof getAdminCodes.query>, 'search' | 'state'>

function wantedCodesOf({ names }: Pick<Ctx, 'names'>, { search, state }: AskedFilter): CodeFilter {
  const code = normalCode(search)
  return { search, id: code && names.activationCode(code), state: state === 'all' ? undefined : state }
}

function codeRowOf({ codeSeals }: Pick<Ctx, 'codeSeals'>, listed: ListedCode): AdminCode {
  const { id, sealedCode, use } = listed
  return {
    id,
    code: codeSeals.open(id, sealedCode),
    max_profiles: listed.maxProfiles,
    used: use !== undefined,
    created_at: new Date(listed.createdAtMs).toISOString(),
    used_at: use === undefined ? null : new Date(use.atMs).toISOString(),
    used_by: use === undefined ? null : usedBy(use),
  }
}

const usedBy = ({ accountId, name, email, isBlocked }: CodeUse): AdminCode['used_by'] => ({
  id: accountId,
  name,
  email,
  ...ifBlocked(isBlocked),
})

export function codeAdminRoutes(deps: Ctx): Router {
  const router = Router()
  guardedRoute(router, deps, getAdminCodes, async ({ query, ...http }) => {
    const { sort } = query
    const listed = await listCodes(deps, {
      ...askedPageOf({ ...query, sort }),
      ...wantedCodesOf(deps, query),
    })
    return rowsOf(http, sort, listed).map((one) => codeRowOf(deps, one))
  })

  guardedRoute(router, deps, postAdminCodes, async ({ body, wrote }, principal) => {
    const { count, max_profiles: maxProfiles } = body
    const codes = await issueCodes(deps, { count, maxProfiles, actor: adminActor(principal) })
    wrote({ position: await deps.store.log.headPosition() })
    const [code = ''] = codes
    const id = deps.names.activationCode(code)
    const [issued] = await readStream(deps.store, activationCodeStream(id), { limit: 1 })
    return {
      id,
      code,
      max_profiles: maxProfiles,
      used: false,
      created_at: issued!.meta.occurredAt,
      used_at: null,
      codes: [...codes],
    }
  })

  guardedFileRoute(router, deps, getAdminCodesCsv, ({ query, response }, { accountId }) => {
    const pages = pagesOf(deps, wantedCodesOf(deps, query))
    return deps.exports.send(response, { accountId, name: 'codigos', head: HEAD, pages })
  })
  return router
}

const HEAD: CsvRow = ['Código', 'Estado', 'Perfiles', 'Creado', 'Usado', 'Usado por', 'Correo']

async function* pagesOf(deps: Ctx, wanted: CodeFilter): AsyncGenerator<readonly CsvRow[]> {
  for await (const page of codePages(deps, wanted)) yield page.map((one) => lineOf(codeRowOf(deps, one)))
}

const lineOf = (row: AdminCode): CsvRow => [
  row.code,
  row.used ? 'Usado' : 'Disponible',
  String(row.max_profiles),
  dayOf(row.created_at),
  row.used_at === null ? '' : dayOf(row.used_at),
  row.used_by?.is_blocked ? BLOCKED_TEXT : (row.used_by?.name ?? ''),
  row.used_by?.email ?? '',
]

export interface WantedCodes {
  readonly count: number
  readonly maxProfiles: number
  readonly actor: Actor
}

/** Their appends share commits. */
const AT_ONCE = 25

/** A code has so many bits that none is drawn twice. */
export async function issueCodes(
  deps: CommandContext & Pick<Ctx, 'names' | 'codeSeals' | 'below'>,
  wanted: WantedCodes,
): Promise<readonly string[]> {
  const { count, maxProfiles, actor } = wanted
  const cause = causeBy(deps, actor)
  const codes = Array.from({ length: count }, () => newCode(deps.below))
  for (let from = 0; from < count; from += AT_ONCE)
    await Promise.all(codes.slice(from, from + AT_ONCE).map((code) => issue(deps, code, maxProfiles, cause)))
  return codes
}

async function issue(
  { store, names, codeSeals, newId }: Pick<Ctx, 'store' | 'names' | 'codeSeals' | 'newId'>,
  code: string,
  maxProfiles: number,
  cause: Cause,
): Promise<void> {
  const codeId = names.activationCode(code)
  const stream = activationCodeStream(codeId)
  const command = { type: 'IssueCode', maxProfiles, sealedCode: codeSeals.seal(codeId, code) } as const
  await handle(store, activationCode, { stream, command, cause, newId })
}

const placeOf = (codeId: string): string => `activationCode-${codeId}/sealedCode`

export type CodeSeals = ReturnType<typeof createCodeSeals>

/** Not a person's key: no erasure may make an unredeemed code unreadable. */
export function createCodeSeals(keys: IdKeys, random: RandomBytes) {
  const key = keys.of('activation-code-seals')
  return {
    seal: (codeId: string, code: string): string =>
      seal(key, placeOf(codeId), Buffer.from(code), random).toString('base64'),
    /** @throws Error for another code's text, another key or changed text */
    open: (codeId: string, sealed: string): string =>
      open(key, placeOf(codeId), Buffer.from(sealed, 'base64')).toString(),
  }
}
